/**
 * Recordings with known words, to measure how far a recogniser's confidence can be trusted: the sample interview,
 * flite voices (clean and spoilt on purpose, because real speech leaves a gap between good and hopeless), real
 * people, and languages the recogniser does not know.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { passages } from './asr-passages.ts';
import { readManifest } from './clips-manifest.ts';

export interface Recording {
  name: string;
  group: 'sample' | 'synthetic' | 'spoilt' | 'learner' | 'fluent' | 'foreign';
  /** Words that were said, as one text; empty for a foreign language, where every word heard is wrong. */
  reference: string;
  /** Writes raw s16le mono 16 kHz to the path. */
  writePcm: (pcmPath: string) => void;
}

const rawOut = ['-f', 's16le', '-ar', '16000', '-ac', '1'];

const ffmpeg = (args: readonly string[]) => execFileSync('ffmpeg', ['-v', 'error', '-y', ...args]);

const decoded =
  (paths: readonly string[], filters: readonly string[] = []) =>
  (pcmPath: string) => {
    const inputs = paths.flatMap((path) => ['-i', path]);
    // Half a second of silence after each, as between sentences.
    const pads = paths.map(
      (_, i) => `[${i}:a]aresample=16000,aformat=channel_layouts=mono,apad=pad_dur=0.5[a${i}]`,
    );
    const joined = `${paths.map((_, i) => `[a${i}]`).join('')}concat=n=${paths.length}:v=0:a=1`;
    const graph = [...pads, [joined, ...filters].join(',')].join(';');
    ffmpeg([...inputs, '-filter_complex', graph, ...rawOut, pcmPath]);
  };

const spoken = (voice: string, text: string, filters: readonly string[]) => (pcmPath: string) => {
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

/** speechocean762: sentences of one speaker joined, adults first; their mean rating in the name. */
function learners(data: string, speakers: number, sentences: number): Recording[] {
  const folder = join(data, 'speechocean762');
  const rows = (file: string) =>
    readFileSync(join(folder, file), 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.split(/\t| (?=.)/));
  const texts = new Map(rows('text').map(([id, ...words]) => [id!, words.join(' ')]));
  const ages = new Map(rows('spk2age').map(([speaker, age]) => [speaker!, Number(age)]));
  const bySpeaker = Map.groupBy(rows('utt2spk'), ([, speaker]) => speaker!);
  const order = [...bySpeaker.keys()].sort(
    (a, b) => Number((ages.get(b) ?? 0) >= 16) - Number((ages.get(a) ?? 0) >= 16) || a.localeCompare(b),
  );
  return order.slice(0, speakers).map((speaker) => {
    const ids = bySpeaker
      .get(speaker)!
      .map(([id]) => id!)
      .sort()
      .slice(0, sentences);
    return {
      name: `speaker ${speaker}, age ${ages.get(speaker) ?? '?'}`,
      group: 'learner' as const,
      reference: ids.map((id) => texts.get(id)).join(' '),
      writePcm: decoded(ids.map((id) => join(folder, 'audio', `${id}.opus`))),
    };
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
  return kinds.flatMap(([name, wanted]) => {
    const chosen = rows.filter(({ file, language }) => wanted(file, language));
    if (chosen.length === 0) return [];
    const foreign = chosen[0]!.language !== 'en';
    return {
      name,
      group: foreign ? ('foreign' as const) : ('fluent' as const),
      reference: foreign ? '' : chosen.map(({ transcript }) => transcript).join(' '),
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
  const root = resolve(import.meta.dirname, '..', '..');
  const { dataDir } = options;
  return [
    sample(root),
    ...synthetic(),
    ...(dataDir ? [...clips(dataDir), ...learners(dataDir, options.speakers, options.sentences)] : []),
  ];
}
