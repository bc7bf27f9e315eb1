import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Command } from 'commander';
import { readCorpus } from '../../../testkit/corpus.ts';
import { gaussian, seededRandom } from '../../../testkit/random.ts';
import { pcmClips, toPcm } from './clips.ts';
import { soundsOfNobody } from './nobody.ts';
import type { Sound } from './sound.ts';

/** Makes the sounds that hear.ts hears: README.md beside this file. */
const program = new Command('sounds')
  .argument('<data>', 'folder with clips/ and speechocean762/')
  .argument('<into>', 'folder for raw sounds and sounds.jsonl')
  .option('--learners <count>', 'of the speakers of speechocean762', '125')
  .parse();
const [data, into] = program.args as [string, string];
const options = program.opts<{ learners: string }>();
const run = promisify(execFile);
/** Voices of the synthesiser: name, words a minute. */
const speakers = [
  ['', 160],
  ['+f2', 150],
  ['+m3', 140],
  ['+f4', 170],
] as const;

const read = async (path: string): Promise<Float32Array> => {
  const bytes = await readFile(path);
  return Float32Array.from({ length: bytes.length >> 1 }, (_, at) => bytes.readInt16LE(2 * at) / 32_768);
};
const write = async (path: string, samples: Float32Array): Promise<string> => {
  const whole = Int16Array.from(samples, (value) => Math.round(32_767 * Math.max(-1, Math.min(1, value))));
  await writeFile(path, new Uint8Array(whole.buffer));
  return path;
};

await mkdir(into, { recursive: true });
const clips = await pcmClips(join(data, 'clips'), into);
const sounds: Sound[] = clips.map(({ id, language, transcript, pcm }) => ({
  ...{ id: `clips/${id}`, set: 'clips', pcm, language, transcript },
}));
for (const make of [nobody, synthetic, noisy, learners]) {
  sounds.push(...(await make()));
  await writeFile(join(into, 'sounds.jsonl'), sounds.map((sound) => `${JSON.stringify(sound)}\n`).join(''));
}
console.log(`${sounds.length} sounds.`);

/** The clips under white noise as loud as they are, and louder. */
async function noisy(): Promise<Sound[]> {
  const made: Sound[] = [];
  for (const { id, language, transcript, pcm, durationMs } of clips) {
    if (durationMs > 30_000) continue;
    const samples = await read(pcm);
    const level = Math.sqrt(samples.reduce((sum, value) => sum + value * value, 0) / samples.length);
    for (const snrDb of [0, -5]) {
      const random = seededRandom(snrDb + 100);
      const noise = level * 10 ** (-snrDb / 20);
      const mixed = samples.map((value) => 0.5 * (value + noise * gaussian(random)));
      const path = await write(join(into, `noisy_${snrDb}_${id}.pcm`), mixed);
      made.push({ id: `noisy/${snrDb}/${id}`, set: 'noisy', pcm: path, language, transcript });
    }
  }
  return made;
}

/** Submitted as English and as German, with the voice detector and past it, and as whatever language the model takes it for. */
async function nobody(): Promise<Sound[]> {
  const made: Sound[] = [];
  const sounds = { ...soundsOfNobody(), 'meeting-room': await meetingRooms() };
  for (const [name, samples] of Object.entries(sounds)) {
    const pcm = await write(join(into, `nobody_${name}.pcm`), samples);
    for (const language of ['en', 'de', 'auto']) {
      const sound = { set: 'nobody' as const, pcm, language, transcript: '' };
      if (language !== 'auto') made.push({ ...sound, id: `nobody/${name}/${language}` });
      made.push({ ...sound, id: `nobody/${name}/${language}/all`, allSpeech: true });
    }
  }
  return made;
}

/** What is heard in meetings where their labels have no speech for a second or more: paper, chairs, breath, far voices. */
async function meetingRooms(): Promise<Float32Array> {
  const folder = join(data, 'conversations');
  const pieces: number[] = [];
  for (const table of (await readdir(folder)).filter((name) => /^debug\..*\.rttm$/.test(name)).sort()) {
    const turns = (await readFile(join(folder, table), 'utf8')).split('\n').filter(Boolean);
    const bySound = Map.groupBy(
      turns.map((turn) => turn.split(/\s+/)),
      ([, name]) => name!,
    );
    for (const [name, spans] of bySound) {
      const flac = join(folder, `${name}.flac`);
      if (!existsSync(flac)) continue;
      const pcm = join(into, `meeting_${name}.pcm`);
      await toPcm(flac, pcm);
      const samples = await read(pcm);
      let quietFrom = 0;
      const starts = spans.map(
        ([, , , start, length]) => [Number(start), Number(start) + Number(length)] as const,
      );
      for (const [start, end] of starts.sort((a, b) => a[0] - b[0])) {
        if (start - quietFrom >= 1) {
          for (const sample of samples.subarray(quietFrom * 16_000, start * 16_000)) pieces.push(sample);
        }
        quietFrom = Math.max(quietFrom, end);
      }
    }
  }
  return Float32Array.from(pieces);
}

/** espeak-ng in every language of the product. */
async function synthetic(): Promise<Sound[]> {
  const path = join(import.meta.dirname, 'synthetic.json');
  const texts = JSON.parse(await readFile(path, 'utf8')) as Record<
    string,
    { voice: string; text: string; spoken?: string }
  >;
  const made: Sound[] = [];
  for (const [language, { voice, text, spoken }] of Object.entries(texts)) {
    for (const [variant, wordsPerMinute] of speakers) {
      const name = `synthetic_${language}${variant}`;
      const wav = join(into, `${name}.wav`);
      const how = ['-v', `${voice}${variant}`, '-s', String(wordsPerMinute), '-w', wav];
      if (!existsSync(wav)) await run('espeak-ng', [...how, spoken ?? text]);
      const pcm = join(into, `${name}.pcm`);
      await toPcm(wav, pcm);
      made.push({ id: `synthetic/${language}${variant}`, set: 'synthetic', pcm, language, transcript: text });
    }
  }
  return made;
}

/** Learners of English whose first language is Mandarin: the first seven utterances of each, about half a minute. */
async function learners(): Promise<Sound[]> {
  const bySpeaker = Map.groupBy(await readCorpus(join(data, 'speechocean762')), ({ speaker }) => speaker);
  const made: Sound[] = [];
  for (const [speaker, all] of [...bySpeaker].slice(0, Number(options.learners))) {
    const utterances = all.slice(0, 7);
    const pcm = join(into, `learner_${speaker}.pcm`);
    if (!existsSync(pcm)) {
      const pauses = utterances.map((_, at) => `[${at}:a]apad=pad_dur=0.5[a${at}];`).join('');
      const joined = `${pauses}${utterances.map((_, at) => `[a${at}]`).join('')}concat=n=${utterances.length}:v=0:a=1`;
      const inputs = utterances.flatMap(({ audioPath }) => ['-i', audioPath]);
      const form = ['-ac', '1', '-ar', '16000', '-f', 's16le', pcm];
      await run('ffmpeg', ['-v', 'error', '-y', ...inputs, '-filter_complex', joined, ...form]);
    }
    const transcript = utterances.flatMap(({ words }) => words).join(' ');
    made.push({ id: `learners/${speaker}`, set: 'learners', pcm, language: 'en', transcript });
  }
  return made;
}
