import { join } from 'node:path';
import { loadCalibration } from '#server/engines/calibration/files.ts';
import type { Calibration } from '#server/engines/calibration/port.ts';
import { createEnglishText } from '#server/engines/text/english.ts';
import type { TextEngine } from '#server/engines/text/port.ts';
import type { SpeechEngines } from '#server/modules/speech/pipeline/engines.ts';
import type { ScoringInput } from '#server/modules/speech/pipeline/read-candidate.ts';
import type { StepContext } from '#server/pipeline/step.ts';
import type { Spoken } from './spoken-interview.ts';

export const calibration: Calibration = loadCalibration(
  join(import.meta.dirname, '..', '..', 'models', 'calibration'),
);

const english = createEnglishText();

/** What the scoring steps use of their engines; touching any other one is an error. */
export const scoringContext = (text: readonly TextEngine[] = [english]): StepContext<SpeechEngines> => ({
  engines: { text, calibration, asr: [] as SpeechEngines['asr'] } as SpeechEngines,
  workDir: '',
  signal: new AbortController().signal,
  reportProgress: () => {},
  degrade: () => {},
});

export const scoringInput = ({ words, turns, candidate }: Spoken, language = 'en'): ScoringInput => ({
  runId: 'run',
  language,
  audioPath: '',
  pcm: { path: '', durationMs: 0 },
  includeCutAudio: false,
  cutSettings: { silenceThresholdDb: -38, minSilenceMs: 800, keepSilenceMs: 250 },
  speech: [],
  snrDb: null,
  turns,
  spokenWords: words,
  speakerCount: 2,
  diarisation: { method: 'test', warnings: [] },
  candidate: { speaker: candidate, speakerLabel: 'Speaker 2', confidence: 'high', reason: '', wordCount: 0 },
});
