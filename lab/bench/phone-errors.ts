import * as ort from '#server/engines/onnx-runtime.ts';
import { melInput } from '../../server/engines/align/mel-input.ts';
import { frameClasses } from '../../server/engines/align/phones.ts';
import type { Pronunciation } from '../../server/engines/align/pronunciation.ts';

/** Edits that make the canonical phones what was heard. `rate` is errors / phones. */
export interface PhoneErrors {
  /** Canonical phones. */
  phones: number;
  substituted: number;
  deleted: number;
  inserted: number;
  rate: number;
}

/**
 * Phone error rate: the fewest substitutions, deletions and insertions between the phones that ought to be there and the
 * phones heard, divided by the former. For a corpus, add the counts of its utterances with `sumPhoneErrors`.
 *
 * @param canonical lower case, no stress, as `canonicalPhones` gives them
 */
export function phoneErrorRate(canonical: readonly string[], heard: readonly string[]): PhoneErrors {
  // One cell: edits in all, then how many of each kind lead there.
  type Cell = [edits: number, substituted: number, deleted: number, inserted: number];
  let row: Cell[] = heard.map((_, n) => [n + 1, 0, 0, n + 1]);
  row.unshift([0, 0, 0, 0]);
  for (const [at, phone] of canonical.entries()) {
    const next: Cell[] = [[at + 1, 0, at + 1, 0]];
    for (const [n, other] of heard.entries()) {
      const [across, up, left] = [row[n]!, row[n + 1]!, next[n]!];
      const miss = phone === other ? 0 : 1;
      const least = Math.min(across[0] + miss, up[0] + 1, left[0] + 1);
      if (across[0] + miss === least) next.push([least, across[1] + miss, across[2], across[3]]);
      else if (up[0] + 1 === least) next.push([least, up[1], up[2] + 1, up[3]]);
      else next.push([least, left[1], left[2], left[3] + 1]);
    }
    row = next;
  }
  const [edits, substituted, deleted, inserted] = row.at(-1)!;
  return { phones: canonical.length, substituted, deleted, inserted, rate: edits / canonical.length };
}

export function sumPhoneErrors(all: readonly PhoneErrors[]): PhoneErrors {
  const sum = { phones: 0, substituted: 0, deleted: 0, inserted: 0 };
  for (const one of all) {
    sum.phones += one.phones;
    sum.substituted += one.substituted;
    sum.deleted += one.deleted;
    sum.inserted += one.inserted;
  }
  return { ...sum, rate: (sum.substituted + sum.deleted + sum.inserted) / sum.phones };
}

/**
 * Canonical phones of a corpus laid out like speechocean762, by utterance: its `text-phone` has lines such as
 * "000010011.1 <tab> K_B AO0_I L_E" (utterance and word, then phones with stress and place in the word).
 */
export function canonicalPhones(textPhone: string): Map<string, Pronunciation[]> {
  const found = new Map<string, Pronunciation[]>();
  for (const line of textPhone.split('\n')) {
    const [id, ...phones] = line.trim().split(/\s+/);
    if (!id || phones.length === 0) continue;
    const [utterance, word] = id.split('.') as [string, string];
    const words = found.get(utterance) ?? [];
    words[Number(word)] = phones.map((phone) => phone.replace(/_.$/, '').replace(/\d$/, '').toLowerCase());
    found.set(utterance, words);
  }
  return found;
}

export interface PhoneListener {
  /**
   * Phones heard in one utterance without knowing its text.
   *
   * @param samples mono, 16 kHz, −1…1
   * @param head `phone`: greedy path of the phone CTC head; `frame`: runs of two or more frames of the frame head
   */
  listen(samples: Float32Array, head?: 'phone' | 'frame'): Promise<string[]>;
}

/** @param modelPath an acoustic model with outputs `phone_logp` and `frame_logp` (models/bundled/ctc-en.md) */
export async function createPhoneListener(modelPath: string): Promise<PhoneListener> {
  const session = await ort.openSession(modelPath, {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    executionMode: 'sequential',
  });
  return {
    async listen(samples, head = 'phone') {
      const { bands, frames, data } = melInput(samples);
      const output = head === 'phone' ? 'phone_logp' : 'frame_logp';
      const mel = new ort.Tensor('float32', data, [1, bands, frames]);
      const logp = (await session.run({ mel }, [output]))[output];
      if (!logp) throw new Error(`The model has no output "${output}".`);
      const best = mostProbable(logp.data as Float32Array, logp.dims[2]!);
      return runsOf(best)
        .filter(({ value, length }) => value !== 0 && (head === 'phone' || length > 1))
        .map(({ value }) => frameClasses[value]!);
    },
  };
}

/** The most probable class of every step; in both heads class 0 is no phone (blank, silence). */
function mostProbable(logp: Float32Array, classes: number): number[] {
  return Array.from({ length: logp.length / classes }, (_, step) => {
    const row = logp.subarray(step * classes, (step + 1) * classes);
    return row.indexOf(Math.max(...row));
  });
}

function runsOf(values: readonly number[]): { value: number; length: number }[] {
  const runs: { value: number; length: number }[] = [];
  for (const value of values) {
    const last = runs.at(-1);
    if (last?.value === value) last.length++;
    else runs.push({ value, length: 1 });
  }
  return runs;
}
