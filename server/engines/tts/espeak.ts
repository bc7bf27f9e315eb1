import { espeakVoices } from '../espeak-voices.ts';
import { chooseVoice, type TtsEngine, type Voice } from './port.ts';
import { programSound, runVoice } from './program-sound.ts';
import { spokenParts } from './text.ts';
import { wavSamples } from './wav-stream.ts';

const voices: readonly Voice[] = Object.entries(espeakVoices).map(([language, id]) => ({
  id,
  languages: [language],
}));

const wordsPerMinute = '155';

/** Debian's espeak-ng: a clear, mechanical voice in 15 languages, as a process for each sentence. */
export function createEspeak(program = 'espeak-ng'): TtsEngine {
  const command = (voice: Voice, part: string) => ({
    program,
    args: ['-v', voice.id, '-s', wordsPerMinute, '-b', '1', '--stdin', '--stdout'],
    input: [Buffer.from(`${part}\n`)],
  });
  return {
    id: 'espeak-ng',
    voices,
    async *speak(request) {
      const voice = chooseVoice('espeak-ng', voices, request);
      request.signal.throwIfAborted();
      for (const part of spokenParts(request.text)) {
        yield* wavSamples(programSound(command(voice, part), request.signal));
      }
    },
    async check() {
      try {
        await runVoice(command(voices[0]!, 'Hello'), new AbortController().signal);
        return {
          ok: true,
          detail: `espeak-ng speaks ${voices.flatMap(({ languages }) => languages).join(', ')}`,
        };
      } catch (error) {
        return { ok: false, detail: (error as Error).message };
      }
    },
  };
}
