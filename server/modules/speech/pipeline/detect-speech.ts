import { totalMs } from '../../../domain/transcript/spans.ts';
import { RunFailure } from '../../../errors.ts';
import type { RequiredStep } from '../../../pipeline/step.ts';
import { minutes } from '../../../time.ts';
import type { SpeechEngines } from './engines.ts';
import { signalToNoiseDb } from './signal-to-noise.ts';
import { describeSound, findSoundFaults } from './sound-faults.ts';
import type { Decoded, SilenceCut, SpeechDetected } from './state.ts';

/** Less than this in minutes of recording is a cough or a click, not speech. */
const minSpeechMs = 1000;

/** Where there is speech, within what was kept, how far speech stands out from the rest, and what is wrong with the sound. */
export const detectSpeech: RequiredStep<Decoded & SilenceCut, SpeechDetected, SpeechEngines> = {
  name: 'detectSpeech',
  required: true,
  lane: 'speech',
  timeoutMs: minutes(10),
  failsAs: 'TRANSCRIPTION_FAILED',

  run: async ({ pcm, source, kept }, { engines, signal }) => {
    const speech = await engines.vad.detectSpeech({ pcmPath: pcm.path, within: kept, signal });
    const speechMs = totalMs(speech);
    const sound = describeSound(source, await findSoundFaults(pcm.path, speech), speechMs);
    if (speechMs < minSpeechMs) {
      const message = ['No speech was found in the recording.', ...sound.faults].join(' ');
      throw new RunFailure('TRANSCRIPTION_FAILED', message);
    }
    return { speech, snrDb: await signalToNoiseDb(pcm.path, speech), sound };
  },
};
