import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { limits } from '../../../config/limits.ts';
import { chosenCandidate } from '../../../domain/speakers/chosen-candidate.ts';
import { RunFailure } from '../../../errors.ts';
import { pipeline } from '../../../pipeline/pipeline.ts';
import type { RequiredStep } from '../../../pipeline/step.ts';
import { minutes, seconds } from '../../../time.ts';
import { cutCandidateAudio } from './cut-candidate-audio.ts';
import { withDoubt } from './detect-candidate.ts';
import type { SpeechEngines } from './engines.ts';
import type { RescoreInput } from './evidence.ts';
import { explain } from './explain.ts';
import { observeDelivery } from './observe-delivery.ts';
import { assertUnderstood } from './recogniser.ts';
import { scoreAccent } from './score-accent.ts';
import { scoreFluency } from './score-fluency.ts';
import { scoreVocabulary } from './score-vocabulary.ts';
import type { CandidateDetected, Decoded } from './state.ts';

/** Whether scoring again has to listen to the recording itself, and not only to what was heard in it. */
export const needsRecording = ({
  alignment,
  includeCutAudio,
}: Pick<RescoreInput, 'alignment' | 'includeCutAudio'>): boolean =>
  includeCutAudio || alignment.engineId === null;

/** The samples, where a later step listens to them: for cut audio, and for accent in languages without an aligner. */
export const restoreAudio: RequiredStep<RescoreInput, Pick<Decoded, 'pcm' | 'channelPcm'>, SpeechEngines> = {
  name: 'restoreAudio',
  required: true,
  lane: 'cpu',
  timeoutMs: minutes(5),
  failsAs: 'INTERNAL_ERROR',

  run: async (input, { engines, workDir, signal }) => {
    const durationMs = input.pcmDurationMs;
    if (!needsRecording(input)) return { pcm: { path: '', durationMs }, channelPcm: null };
    const path = join(workDir, 'audio.pcm');
    await engines.audio.decode(
      input.audioPath,
      {
        outPath: path,
        channelPaths: [join(workDir, 'left.pcm'), join(workDir, 'right.pcm')],
        maxDurationMs: limits.audio.maxDurationMs + seconds(1),
      },
      signal,
    );
    return { pcm: { path, durationMs }, channelPcm: null };
  },

  isIntact: async ({ pcm }) =>
    pcm.path === '' ||
    access(pcm.path).then(
      () => true,
      () => false,
    ),
};

/** In place of `detectCandidate`: who it is was said by a person. */
export const takeChosenCandidate: RequiredStep<RescoreInput, CandidateDetected, SpeechEngines> = {
  name: 'takeChosenCandidate',
  required: true,
  lane: 'cpu',
  timeoutMs: seconds(30),
  failsAs: 'INTERNAL_ERROR',

  run: async (input, { engines, degrade }) => {
    const { spokenWords, language, chosen, diarisation } = input;
    const candidate = chosenCandidate(spokenWords, chosen.speaker, chosen.detected);
    if (candidate.wordCount === 0) {
      throw new RunFailure('SCORING_FAILED', `${candidate.speakerLabel} says nothing in this recording.`);
    }
    const expectedErrors = assertUnderstood(candidate, input, engines);
    const countProbability = diarisation.countProbability ?? 1;
    return { ...withDoubt(candidate, spokenWords, language, countProbability, degrade), expectedErrors };
  },
};

/** From what was heard to the scores of another speaker: nothing is transcribed again. */
export const rescorePipeline = pipeline<RescoreInput, SpeechEngines>('speech-rescore')
  .add(restoreAudio)
  .add(takeChosenCandidate)
  .add(scoreVocabulary, restoreAudio, takeChosenCandidate)
  .add(scoreFluency, restoreAudio, takeChosenCandidate)
  .add(scoreAccent, restoreAudio, takeChosenCandidate)
  .add(observeDelivery, restoreAudio, takeChosenCandidate)
  .add(explain, takeChosenCandidate, observeDelivery, scoreVocabulary, scoreFluency, scoreAccent)
  .add(cutCandidateAudio, restoreAudio, takeChosenCandidate);
