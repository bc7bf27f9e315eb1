import { startInterview } from '../../domain/interview/interview.ts';
import { planInterview } from '../../domain/interview/plan.ts';
import { languageName } from '../../domain/transcript/language.ts';
import { wavOf } from '../../domain/wav.ts';
import { speechSampleRateHz, type TtsEngine, TtsError } from '../../engines/tts/port.ts';
import { ApiError, fieldRefusal } from '../../errors.ts';
import { minutes } from '../../time.ts';
import { interviewLanguage } from './language.ts';
import type { LivePresence } from './live-types.ts';
import { baseBehaviour, generatedPrompt } from './prompts.ts';
import type { PersonaPreview } from './types.ts';

const longestSamples = 30 * speechSampleRateHz;

/** @param hasModel whether a language model leads interviews of this installation */
export function createPersonaPreview({
  voice: engine,
  presence,
  hasModel,
}: {
  voice: TtsEngine;
  presence: Pick<LivePresence, 'whyNotIn'>;
  hasModel: boolean;
}): PersonaPreview {
  const look: PersonaPreview['look'] = async ({
    roleName,
    language: given,
    maxMinutes,
    questions,
    skills,
  }) => {
    const language = interviewLanguage(given);
    if (language === undefined) throw fieldRefusal('language', 'Is none that interviews are held in.');
    const plan = planInterview({
      ...{ language, roleName, questions, budgetMs: minutes(maxMinutes) },
      ...(skills && { skills }),
    });
    return {
      language,
      generatedPrompt: generatedPrompt({ roleName, language }),
      baseBehaviour,
      hasModel,
      opening: startInterview(plan).say.map(({ text }) => text),
      questions: plan.questions.map(({ text }) => text),
      voices: engine.voices.filter(({ languages }) => languages.includes(language)).map(({ id }) => id),
      whyNotHeld: await presence.whyNotIn(language),
    };
  };
  return {
    look,
    async speak({ voice, ...persona }, signal) {
      const { language, opening } = await look(persona);
      const chunks: Int16Array[] = [];
      let length = 0;
      try {
        const request = { text: opening.join(' '), language, signal, ...(voice !== null && { voice }) };
        for await (const chunk of engine.speak(request)) {
          chunks.push(chunk.subarray(0, longestSamples - length));
          length += chunk.length;
          if (length >= longestSamples) break;
        }
      } catch (error) {
        throw error instanceof TtsError ? refusalOf(error, language) : error;
      }
      return wavOf(
        Buffer.concat(
          chunks.map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength)),
        ),
      );
    },
  };
}

function refusalOf(error: TtsError, language: string): ApiError {
  if (error.fault === 'unknown-language') {
    return new ApiError(
      'LANGUAGE_NOT_AVAILABLE',
      `No voice of this installation speaks ${languageName(language)}. Whoever runs it can connect a speech server that does.`,
    );
  }
  if (error.fault === 'unknown-voice') return fieldRefusal('voice', 'Is no voice for this language.');
  return new ApiError(
    'SERVICE_UNAVAILABLE',
    'The voice could not speak. Ask whoever runs the installation to look at "assay doctor".',
    { cause: error },
  );
}
