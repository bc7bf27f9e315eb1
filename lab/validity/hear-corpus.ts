import { appendFileSync, createReadStream, existsSync, mkdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { Worker } from 'node:worker_threads';
import type { CorpusUtterance } from '../../testkit/corpus.ts';
import type { HeardUtterance, HearTask } from './hear.ts';
import type { PhoneTokens } from './phone-tokens.ts';

/**
 * Measures a whole corpus in several threads, each with models of its own.
 *
 * @param options.recogniserPath a folder with Moonshine base as it is published
 * @param options.foldsPath a folder with `folds.json` (speaker → folder) and the graphs in those folders: no speaker is heard by a correction that
 *   has heard them before. Without it the bundled graphs hear everybody
 * @param options.keptIn a folder that keeps what was heard (heard.jsonl, states/): what stands there is not heard again
 * @returns in the order of the corpus, whichever thread was quicker
 */
export async function hearCorpus(
  utterances: readonly CorpusUtterance[],
  options: {
    recogniserPath: string;
    foldsPath?: string | undefined;
    threads: number;
    keptIn?: string | undefined;
    onProgress?: (done: number, of: number) => void;
  },
): Promise<HeardUtterance[]> {
  const { keptIn, recogniserPath } = options;
  const linesPath = keptIn && join(keptIn, 'heard.jsonl');
  const statesFolder = keptIn && join(keptIn, 'states');
  if (statesFolder) mkdirSync(statesFolder, { recursive: true });
  const heard = linesPath ? await kept(linesPath, utterances) : new Map<string, HeardUtterance>();
  const left = utterances.filter(({ id }) => !heard.has(id));
  for (const [graphsFolder, some] of await byGraphs(left, options.foldsPath)) {
    const threads = Math.min(options.threads, some.length);
    const shares = Array.from({ length: threads }, (_, share) =>
      some.filter((_, index) => index % threads === share),
    );
    await Promise.all(
      shares.map(
        (share) =>
          new Promise<void>((done, refuse) => {
            const workerData: HearTask = { utterances: share, recogniserPath, graphsFolder, statesFolder };
            const worker = new Worker(resolve(import.meta.dirname, 'hear-worker.ts'), { workerData });
            worker.on('message', (one: HeardUtterance) => {
              heard.set(one.utterance.id, one);
              if (linesPath) appendFileSync(linesPath, `${toLine(one)}\n`);
              options.onProgress?.(heard.size, utterances.length);
            });
            worker.once('error', refuse);
            worker.once('exit', () => done());
          }),
      ),
    );
  }
  return utterances.map((utterance) => {
    const one = heard.get(utterance.id);
    if (!one) throw new Error(`${utterance.id} was not measured.`);
    return { ...one, utterance };
  });
}

/** Utterances with the graphs that hear them. */
async function byGraphs(
  utterances: readonly CorpusUtterance[],
  foldsPath: string | undefined,
): Promise<Map<string | undefined, CorpusUtterance[]>> {
  if (!foldsPath) return new Map([[undefined, [...utterances]]]);
  const folderOf = await readFolds(foldsPath);
  return Map.groupBy(utterances, ({ speaker }) => folderOf(speaker));
}

/** @returns of a speaker the folder of graphs that have not heard them; throws for a speaker of no fold */
export async function readFolds(foldsPath: string): Promise<(speaker: string) => string> {
  const folds = JSON.parse(await readFile(join(foldsPath, 'folds.json'), 'utf8')) as Record<string, string>;
  return (speaker) => {
    const folder = folds[speaker];
    if (folder === undefined) throw new Error(`Speaker ${speaker} is in no fold of ${foldsPath}.`);
    return join(foldsPath, folder);
  };
}

/** What a folder keeps of these utterances, in their order; none is heard for it. */
export async function readKept(
  utterances: readonly CorpusUtterance[],
  keptIn: string,
): Promise<HeardUtterance[]> {
  const heard = await kept(join(keptIn, 'heard.jsonl'), utterances);
  return utterances.flatMap((utterance) => {
    const one = heard.get(utterance.id);
    return one ? [{ ...one, utterance }] : [];
  });
}

/** Hearings of earlier runs; a line that was cut off is left out. A text that has changed is heard again. */
async function kept(
  path: string,
  utterances: readonly CorpusUtterance[],
): Promise<Map<string, HeardUtterance>> {
  const textOf = new Map(utterances.map(({ id, words }) => [id, words.join(' ')]));
  const found = new Map<string, HeardUtterance>();
  if (!existsSync(path)) return found;
  for await (const line of createInterface({ input: createReadStream(path, 'utf8') })) {
    if (!line.endsWith('}')) continue;
    const one = fromLine(line);
    if (textOf.get(one.utterance.id) === one.utterance.words.join(' ')) found.set(one.utterance.id, one);
  }
  return found;
}

type Numbers = Extract<keyof PhoneTokens, 'states' | 'cues' | 'whole'>;
const numbers: readonly Numbers[] = ['states', 'cues', 'whole'];

/** Numbers of a network's input in 16 bits, base64, little-endian: a line of the file has some 100 kB. */
export const toLine = (one: HeardUtterance): string =>
  JSON.stringify(one, (key, value) =>
    numbers.includes(key as Numbers) && value instanceof Float32Array
      ? Buffer.from(new Float16Array(value).buffer).toString('base64')
      : value,
  );

const fromLine = (line: string): HeardUtterance =>
  JSON.parse(line, (key, value) =>
    numbers.includes(key as Numbers) && typeof value === 'string'
      ? new Float32Array(new Float16Array(Uint8Array.from(Buffer.from(value, 'base64')).buffer))
      : value,
  );
