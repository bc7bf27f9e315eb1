import { createHttpAsr, type HttpAsrOptions } from './http/engine.ts';
import { createPocketsphinx } from './pocketsphinx.ts';
import type { AsrEngine } from './port.ts';
import { checkWhisperFolder, createWhisper } from './whisper/engine.ts';

/** Which recogniser an installation uses; plain data, since it crosses into threads. */
export type RecogniserSettings =
  | { kind: 'embedded' }
  | {
      kind: 'whisper';
      id: string;
      dir: string;
      provider: 'cpu' | 'cuda' | 'auto';
      threads: number;
      batch: number;
    }
  | ({ kind: 'http' } & HttpAsrOptions);

/**
 * The recognisers of a thread in order of preference. English without a model of its own falls to the embedded one.
 *
 * @param hears false for threads that only ask what a recogniser knows: they need no copy of its networks
 * @throws WhisperModelError when the model's folder cannot be used
 */
export async function openRecognisers(
  settings: RecogniserSettings,
  { hears }: { hears: boolean },
): Promise<AsrEngine[]> {
  if (settings.kind === 'embedded') return [createPocketsphinx()];
  if (settings.kind === 'http') return withEnglish(createHttpAsr(settings));
  return withEnglish(
    await (hears ? createWhisper({ ...settings, ...whisperThresholds }) : describeWhisper(settings)),
  );
}

const withEnglish = (engine: AsrEngine): AsrEngine[] =>
  engine.languages.includes('en') ? [engine] : [engine, createPocketsphinx()];

/** Assumed until real weights have been measured; `ASR_MIN_MEAN_CONFIDENCE` and `ASR_MIN_WORD_CONFIDENCE` override them. */
const whisperThresholds = { minMeanConfidence: 0.45, minWordConfidence: 0.1 };

/** The model as far as its small files tell: what threads need that decide and score but never hear. */
async function describeWhisper({ id, dir }: { id: string; dir: string }): Promise<AsrEngine> {
  const { languages } = await checkWhisperFolder(dir);
  return {
    id,
    languages,
    ...whisperThresholds,
    advice: '',
    transcribe: () => Promise.reject(new Error('This thread holds no networks.')),
    check: () => Promise.resolve({ ok: true, detail: `Whisper model ${id}` }),
  };
}
