import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Command } from 'commander';
import type { WhisperPrecision } from '../../../server/engines/asr/whisper/engine.ts';
import { transcriptErrors } from '../../../testkit/word-errors.ts';
import { pcmClips } from './clips.ts';
import { openWindowRunner } from './runner.ts';

/** Our runner beside CTranslate2 and faster-whisper on the same weights and sounds; README.md beside this file. */
const program = new Command('parity')
  .argument('<model>', 'folder that convert.ts wrote')
  .argument('<clips>', 'folder with manifest.csv')
  .requiredOption('--python <path>', 'Python with requirements-peer.txt')
  .requiredOption('--peer <folder>', 'model.bin as published, with its small files')
  .requiredOption('--work <folder>', 'for raw sounds and the answers of the peer, which are kept')
  .option('--precision <form>', 'fp32, fp16, int8, q4: the best there is when not given')
  .option('--threads <count>', 'of our networks', '1')
  .parse();
const [dir, clipsDir] = program.args as [string, string];
const options = program.opts<{
  python: string;
  peer: string;
  work: string;
  precision?: WhisperPrecision;
  threads: string;
}>();

interface Reference {
  id: string;
  exact: {
    tokens: number[];
    meanLogProbability: number;
    noSpeech: number;
    languages: Record<string, number>;
  };
  usual: { text: string };
}

await mkdir(options.work, { recursive: true });
const clips = (await pcmClips(clipsDir, options.work)).filter(({ durationMs }) => durationMs <= 30_000);
const references = new Map((await referencesOf()).map((line) => [line.id, line]));
const runner = await openWindowRunner(dir, {
  threads: Number(options.threads),
  ...(options.precision && { precision: options.precision }),
});

let [sameTokens, sameWords, sameLanguage, wordsApart, wordsInAll] = [0, 0, 0, 0, 0];
const largest = { logProbability: 0, noSpeech: 0, language: 0 };
for (const { id, pcm, language } of clips) {
  const { exact } = references.get(id)!;
  const { hypothesis, text, languages } = await runner.hear(pcm, language);
  const theirs = runner.textOf(exact.tokens);
  const tokensEqual = String(hypothesis.tokens) === String(exact.tokens);
  if (tokensEqual) sameTokens++;
  const errors = transcriptErrors(theirs, text, language);
  if (errors.rate === 0) sameWords++;
  wordsApart += errors.substitutions + errors.deletions + errors.insertions;
  wordsInAll += errors.referenceWords;
  const best = (all: Readonly<Record<string, number>>) =>
    Object.entries(all).reduce((top, entry) => (entry[1] > top[1] ? entry : top))[0];
  if (best(languages) === best(exact.languages)) sameLanguage++;
  const differences = {
    // Of other tokens the probability says nothing about rounding.
    logProbability: tokensEqual ? Math.abs(hypothesis.meanLogProbability - exact.meanLogProbability) : 0,
    noSpeech: Math.abs((hypothesis.noSpeech ?? 0) - exact.noSpeech),
    language: Math.abs((languages[language] ?? 0) - (exact.languages[language] ?? 0)),
  };
  for (const [name, value] of Object.entries(differences) as [keyof typeof largest, number][]) {
    largest[name] = Math.max(largest[name], value);
  }
  if (!tokensEqual) console.log(`${id}\n  ours   ${text}\n  theirs ${theirs}`);
}
console.log(
  JSON.stringify({
    precision: options.precision ?? 'best',
    clips: clips.length,
    ...{ sameTokens, sameWords, sameLanguage, wordsApart, wordsInAll },
    largestDifference: largest,
  }),
);

async function referencesOf(): Promise<Reference[]> {
  const path = join(options.work, 'reference.jsonl');
  const kept = await readFile(path, 'utf8').catch(() => undefined);
  const text = kept ?? (await askPeer());
  if (kept === undefined) await writeFile(path, text);
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Reference);
}

async function askPeer(): Promise<string> {
  const listing = join(options.work, 'sounds.json');
  await writeFile(listing, JSON.stringify(clips));
  const { stdout } = await promisify(execFile)(
    options.python,
    [join(import.meta.dirname, 'reference.py'), options.peer, listing],
    { maxBuffer: 64 * 1024 * 1024, env: { ...process.env, HF_HUB_OFFLINE: '1' } },
  );
  return stdout;
}
