/**
 * Recordings with known words, to measure how far a recogniser's confidence can be trusted: the sample interview,
 * flite voices (clean and spoilt on purpose, because real speech leaves a gap between good and hopeless), real
 * people, and languages the recogniser does not know.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseScores } from '../../testkit/corpus.ts';
import { passages } from './asr-passages.ts';
import { readManifest } from './clips-manifest.ts';

export interface Recording {
  name: string;
  group: 'sample' | 'synthetic' | 'spoilt' | 'learner' | 'fluent' | 'foreign';
  /** ISO 639-1; English when absent. */
  language?: string;
  /** Words that were said, as one text. */
  reference: string;
  /** Learners only: who it is, and the experts' mean ratings of what is read, 0–10. */
  learner?: { speaker: string; age: number; accuracy: number; fluency: number };
  /** Writes raw s16le mono 16 kHz to the path. @returns which text is where, where that is known */
  writePcm: (pcmPath: string) => Piece[] | undefined;
}

export interface Piece {
  text: string;
  startMs: number;
  endMs: number;
}

const rawOut = ['-f', 's16le', '-ar', '16000', '-ac', '1'];

const ffmpeg = (args: readonly string[]) => execFileSync('ffmpeg', ['-v', 'error', '-y', ...args]);

const decoded =
  (paths: readonly string[], filters: readonly string[] = []) =>
  (pcmPath: string): undefined => {
    const inputs = paths.flatMap((path) => ['-i', path]);
    // Half a second of silence after each, as between sentences.
    const pads = paths.map(
      (_, i) => `[${i}:a]aresample=16000,aformat=channel_layouts=mono,apad=pad_dur=0.5[a${i}]`,
    );
    const joined = `${paths.map((_, i) => `[a${i}]`).join('')}concat=n=${paths.length}:v=0:a=1`;
    const graph = [...pads, [joined, ...filters].join(',')].join(';');
    ffmpeg([...inputs, '-filter_complex', graph, ...rawOut, pcmPath]);
  };

const spoken =
  (voice: string, text: string, filters: readonly string[]) =>
  (pcmPath: string): undefined => {
    const wavPath = `${pcmPath}.wav`;
    execFileSync('flite', ['-voice', voice, '-t', text.replaceAll(/\s+/g, ' '), '-o', wavPath]);
    const noise = 'anoisesrc=r=16000:c=pink:s=7:d=90';
    const level = filters.find((filter) => filter.startsWith('noise='))?.slice('noise='.length);
    const rest = filters.filter((filter) => !filter.startsWith('noise='));
    const clean = ['[0:a]aresample=16000', ...rest].join(',');
    const graph =
      level === undefined
        ? clean
        : `${clean}[v];[1:a]volume=${level}dB[n];[v][n]amix=inputs=2:duration=first:normalize=0`;
    ffmpeg(['-i', wavPath, '-f', 'lavfi', '-i', noise, '-filter_complex', graph, ...rawOut, pcmPath]);
  };

/** Ways to spoil clear speech until the recogniser fails little by little. `noise` is pink noise at a level in dB. */
const spoilers: readonly (readonly [string, readonly string[]])[] = [
  ['noise -30 dB', ['noise=-30']],
  ['noise -24 dB', ['noise=-24']],
  ['noise -18 dB', ['noise=-18']],
  ['noise -12 dB', ['noise=-12']],
  ['telephone band', ['aresample=8000', 'aresample=16000']],
  ['1.5 times as fast', ['atempo=1.5']],
  ['1.9 times as fast', ['atempo=1.9']],
  ['echo', ['aecho=0.8:0.8:60|110|170:0.5|0.35|0.25']],
  ['backwards', ['areverse']],
  ['pitch up a third', ['asetrate=20000', 'aresample=16000', 'atempo=0.8']],
];

function synthetic(): Recording[] {
  const clean = ['rms', 'kal16', 'slt', 'awb'].flatMap((voice) =>
    passages.map((text, i) => ({
      name: `${voice} passage ${i + 1}`,
      group: 'synthetic' as const,
      reference: text,
      writePcm: spoken(voice, text, []),
    })),
  );
  const spoilt = spoilers.flatMap(([how, filters], i) =>
    ['rms', 'kal16'].map((voice, j) => {
      const text = passages[(i + 2 * j) % passages.length]!;
      const writePcm = spoken(voice, text, filters);
      return { name: `${voice}, ${how}`, group: 'spoilt' as const, reference: text, writePcm };
    }),
  );
  return [...clean, ...spoilt];
}

function sample(root: string): Recording {
  const { turns } = JSON.parse(readFileSync(join(root, 'scripts/sample/interview.json'), 'utf8')) as {
    turns: { text: string }[];
  };
  const reference = turns.map((turn) => turn.text).join(' ');
  const writePcm = decoded([join(root, 'scripts/sample/interview.mp3')]);
  return { name: 'sample interview', group: 'sample', reference, writePcm };
}

/** Half a second of silence between sentences. */
const between = Buffer.alloc(16_000);

/** Sentences one after the other, and where each is. */
const sentencesOf = (items: readonly { path: string; text: string }[]) => (pcmPath: string) => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-sentences-'));
  try {
    const out = items.map((_, index) => join(folder, `${index}.pcm`));
    ffmpeg([
      ...items.flatMap(({ path }) => ['-i', path]),
      ...out.flatMap((path, index) => ['-map', `${index}:a:0`, ...rawOut, path]),
    ]);
    let sizeBytes = 0;
    const pieces: Piece[] = [];
    const sounds = items.flatMap(({ text }, index) => {
      const sound = readFileSync(out[index]!);
      const startMs = Math.floor(sizeBytes / 32);
      sizeBytes += sound.length;
      pieces.push({ text, startMs, endMs: Math.floor(sizeBytes / 32) });
      sizeBytes += between.length;
      return [sound, between];
    });
    writeFileSync(pcmPath, Buffer.concat(sounds));
    return pieces;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** speechocean762: about a minute of each speaker. Adults twice: their first `sentences`, and the others. */
function learners(data: string, speakers: number, sentences: number): Recording[] {
  const folder = join(data, 'speechocean762');
  const rows = (file: string) =>
    readFileSync(join(folder, file), 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.split(/\t| (?=.)/));
  const texts = new Map(rows('text').map(([id, ...words]) => [id!, words.join(' ').toLowerCase()]));
  const ages = new Map(rows('spk2age').map(([speaker, age]) => [speaker!, Number(age)]));
  const scores = parseScores(readFileSync(join(folder, 'scores.csv'), 'utf8'));
  const bySpeaker = Map.groupBy(rows('utt2spk'), ([, speaker]) => speaker!);
  const isAdult = (speaker: string) => (ages.get(speaker) ?? 0) >= 16;
  const order = [...bySpeaker.keys()].sort(
    (a, b) => Number(isAdult(b)) - Number(isAdult(a)) || a.localeCompare(b),
  );
  return order.slice(0, speakers).flatMap((speaker) => {
    const ids = bySpeaker
      .get(speaker)!
      .map(([id]) => id!)
      .sort();
    const sets = [ids.slice(0, sentences), ...(isAdult(speaker) ? [ids.slice(sentences)] : [])];
    return sets.map((own, half): Recording => {
      const age = ages.get(speaker) ?? 0;
      const rated = (rating: 'accuracy' | 'fluency') =>
        own.reduce((sum, id) => sum + scores.get(id)![rating], 0) / own.length;
      return {
        name: `speaker ${speaker}, age ${age}${half === 1 ? ', other sentences' : ''}`,
        group: 'learner',
        reference: own.map((id) => texts.get(id)).join(' '),
        learner: { speaker, age, accuracy: rated('accuracy'), fluency: rated('fluency') },
        writePcm: sentencesOf(
          own.map((id) => ({ path: join(folder, 'audio', `${id}.opus`), text: texts.get(id)! })),
        ),
      };
    });
  });
}

function clips(data: string): Recording[] {
  const folder = join(data, 'clips');
  const rows = readManifest(join(folder, 'manifest.csv'));
  const kinds: readonly (readonly [string, (file: string, language: string) => boolean])[] = [
    ['LJSpeech', (file) => file.startsWith('LJ')],
    ...['000', '004', '005', '007', '009'].map(
      (id) => [`FLEURS en ${id}`, (file: string) => file === `fleurs-en-${id}.ogg`] as const,
    ),
    ['earnings call 1', (file) => file.startsWith('earnings22_1')],
    ['earnings call 3', (file) => file.startsWith('earnings22_3')],
    ['inaugural sentence', (file) => file.startsWith('jfk')],
    ...['de', 'es', 'fr', 'pt', 'ja'].flatMap((language) =>
      [0, 1].map(
        (half) =>
          [
            `FLEURS ${language} ${half + 1}`,
            (file: string, of: string) =>
              of === language &&
              (language === 'ja' ? half === 0 : (file.charCodeAt(11) + file.charCodeAt(12)) % 2 === half),
          ] as const,
      ),
    ),
  ];
  const alone = rows
    .filter(({ language }) => language !== 'en')
    .map((row) => [row.file, (file: string) => file === row.file] as const);
  return [...kinds, ...alone].flatMap(([name, wanted]) => {
    const chosen = rows.filter(({ file, language }) => wanted(file, language));
    if (chosen.length === 0) return [];
    const { language } = chosen[0]!;
    return {
      name,
      group: language === 'en' ? ('fluent' as const) : ('foreign' as const),
      language,
      reference: chosen.map(({ transcript }) => transcript).join(' '),
      writePcm: decoded(chosen.map(({ file }) => join(folder, file))),
    };
  });
}

/** Every recording there is to measure; the real ones only where their folder is given. */
export function asrRecordings(options: {
  dataDir: string | undefined;
  speakers: number;
  sentences: number;
}): Recording[] {
  const root = resolve(import.meta.dirname, '../..');
  const { dataDir } = options;
  return [
    sample(root),
    ...synthetic(),
    ...(dataDir ? [...clips(dataDir), ...learners(dataDir, options.speakers, options.sentences)] : []),
  ];
}
