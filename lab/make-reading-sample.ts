/**
 * Makes the second sample, of two real people: scripts/sample/readers.mp3 and readers.json.
 *
 *   node lab/make-reading-sample.ts [--data FOLDER] [output folder]
 *
 * The candidate is the reader of LJSpeech (public domain), the interviewer speaker 1033 of speechocean762 (CC BY 4.0, OpenSLR 101), a
 * man of 30 from China who reads English sentences; he has too few of them to be scored. They never met, and neither answers the
 * other: it shows how real voices and a real accent are heard, not how an interview goes. Nothing here is random.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readManifest } from './bench/clips-manifest.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { data: { type: 'string', default: resolve(import.meta.dirname, '../../shared/data') } },
});
const out = resolve(positionals[0] ?? join(import.meta.dirname, '../scripts/sample'));
const corpus = join(values.data, 'speechocean762');
const learner = '1033';
const rateHz = 16_000;
/** Both voices are brought to this peak. */
const peak = 0.5;
const pauseMs = { sentence: 1300, turn: 1800 };

interface Sentence {
  speaker: 'interviewer' | 'candidate';
  path: string;
  text: string;
}

const clips = join(values.data, 'clips');
const answers = readManifest(join(clips, 'manifest.csv'), 'en')
  .filter(({ file }) => file.startsWith('LJ'))
  .map(
    ({ file, transcript }): Sentence => ({ speaker: 'candidate', path: join(clips, file), text: transcript }),
  );
const table = (name: string) =>
  readFileSync(join(corpus, name), 'utf8')
    .trim()
    .split('\n')
    .map((line) => /^(\S+)\s+(.*)$/.exec(line)!.slice(1) as [string, string]);
const textOf = new Map(table('text'));
const questions = table('utt2spk')
  .filter(([, speaker]) => speaker === learner)
  .map(
    ([id]): Sentence => ({
      speaker: 'interviewer',
      path: join(corpus, 'audio', `${id}.opus`),
      text: textOf.get(id)!.toLowerCase(),
    }),
  );

// Six sentences are too few for the three minutes that a recording must have: they are read twice.
const twice = [...answers, ...answers];
const share = Math.ceil(questions.length / twice.length);
const script = twice.flatMap((answer, turn) => [
  answer,
  ...questions.slice(turn * share, (turn + 1) * share),
]);

const pieces: Float32Array[] = [];
const turns: (Sentence & { startMs: number; endMs: number })[] = [];
let atMs = 0;
const add = (samples: Float32Array) => {
  pieces.push(samples);
  atMs += (samples.length / rateHz) * 1000;
};
/** The sound of a quiet room, always the same, so that pauses are never digital silence. */
function roomTone(ms: number): Float32Array {
  let state = pieces.length + 1;
  return Float32Array.from({ length: Math.round((ms * rateHz) / 1000) }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state / 2 ** 31 - 1) * 4e-4;
  });
}

add(roomTone(600));
for (const [index, sentence] of script.entries()) {
  const bytes = execFileSync(
    'ffmpeg',
    ['-v', 'error', '-i', sentence.path, '-f', 'f32le', '-ac', '1', '-ar', String(rateHz), '-'],
    { maxBuffer: 1e8 },
  );
  const samples = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
  const loudest = samples.reduce((most, value) => Math.max(most, Math.abs(value)), 1e-6);
  const startMs = Math.round(atMs);
  add(samples.map((value) => (value * peak) / loudest));
  turns.push({ ...sentence, startMs, endMs: Math.round(atMs) });
  const next = script[index + 1];
  add(roomTone(next && next.speaker === sentence.speaker ? pauseMs.sentence : pauseMs.turn));
}
const all = new Float32Array(pieces.reduce((sum, { length }) => sum + length, 0));
let at = 0;
for (const piece of pieces) {
  all.set(piece, at);
  at += piece.length;
}
execFileSync(
  'ffmpeg',
  [
    ...['-v', 'error', '-y', '-f', 'f32le', '-ar', String(rateHz), '-ac', '1', '-i', '-'],
    ...[
      '-c:a',
      'libmp3lame',
      '-b:a',
      '48k',
      '-map_metadata',
      '-1',
      '-fflags',
      '+bitexact',
      join(out, 'readers.mp3'),
    ],
  ],
  { input: Buffer.from(all.buffer) },
);
const about =
  'Two real people reading: LJSpeech (public domain) as candidate, speaker 1033 of speechocean762 (Zhang et al. 2021, CC BY 4.0, ' +
  'OpenSLR 101; sentences joined, level changed, MP3) as interviewer. They never met. Made by lab/make-reading-sample.ts.';
writeFileSync(
  join(out, 'readers.json'),
  `${JSON.stringify({ about, language: 'en', durationMs: Math.round(atMs), candidate: 'candidate', turns: turns.map(({ speaker, startMs, endMs, text }) => ({ speaker, startMs, endMs, text })) }, null, 2)}\n`,
);
console.log(`${(atMs / 1000).toFixed(0)} s, ${turns.length} sentences`);
