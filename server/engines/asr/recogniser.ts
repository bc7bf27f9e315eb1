import { createHttpAsr, type HttpAsrOptions } from './http/engine.ts';
import { createMoonshine, describeMoonshine, type MoonshineOptions } from './moonshine/engine.ts';
import type { AsrEngine } from './port.ts';
import { checkWhisperFolder, createWhisper } from './whisper/engine.ts';
import { whisperTraits } from './whisper/thresholds.ts';

/** Which recogniser an installation uses; plain data, since it crosses into threads. */
export type RecogniserSettings =
  | ({ kind: 'moonshine' } & MoonshineOptions)
  | ({
      kind: 'whisper';
      id: string;
      dir: string;
      provider: 'cpu' | 'cuda' | 'auto';
      threads: number;
      batch: number;
      /** English is heard by `english` all the same, and by this one where that is in doubt. */
      secondInEnglish?: boolean;
    } & ForEnglish)
  | ({ kind: 'http' } & HttpAsrOptions & ForEnglish)
  /** Nothing is installed: every recording is refused with the command that helps. */
  | { kind: 'none' };

interface ForEnglish {
  /** Hears English where the recogniser that was chosen does not know it; null where there is none. */
  english: MoonshineOptions | null;
}

/**
 * The recognisers of a thread in order of preference. English falls to Moonshine where the chosen one does not know it, or is to be second.
 *
 * @param hears false for threads that only ask what a recogniser knows: they need no copy of its networks
 * @throws WhisperModelError when the model's folder cannot be used
 */
export async function openRecognisers(
  settings: RecogniserSettings,
  { hears }: { hears: boolean },
): Promise<AsrEngine[]> {
  if (settings.kind === 'none') return [];
  const moonshine = hears ? createMoonshine : describeMoonshine;
  if (settings.kind === 'moonshine') return [await moonshine(settings)];
  const { english } = settings;
  const chosen =
    settings.kind === 'http'
      ? createHttpAsr(settings)
      : await (hears ? createWhisper(settings) : describeWhisper(settings));
  if (!english) return [chosen];
  if (!chosen.languages.includes('en')) return [chosen, await moonshine(english)];
  const isSecond = settings.kind === 'whisper' && settings.secondInEnglish;
  return isSecond ? [await moonshine(english), chosen] : [chosen];
}

/** The model as far as its small files tell: what threads need that decide and score but never hear. */
async function describeWhisper({ id, dir }: { id: string; dir: string }): Promise<AsrEngine> {
  const { languages } = await checkWhisperFolder(dir);
  return {
    id,
    languages,
    ...whisperTraits,
    transcribe: () => Promise.reject(new Error('This thread holds no networks.')),
    check: () => Promise.resolve({ ok: true, detail: `Whisper model ${id}` }),
  };
}
