/**
 * Recordings of three minutes in the languages of the clips, for scorecards: one channel is a candidate made of all clips but the first, joined with
 * pauses and begun again until it is long enough; the other an interviewer who says the first clip every 45 seconds.
 *
 *     node lab/bench/real-whisper/interviews.ts DATA/clips FOLDER [--minutes 3]
 *
 * Then for each: scripts/demo --json --language de FOLDER/de.wav
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { wavOf } from '../../../server/domain/wav.ts';
import { pcmClips } from './clips.ts';

const program = new Command('interviews')
  .argument('<clips>', 'recordings of people with manifest.csv')
  .argument('<folder>', 'to write to')
  .option('--minutes <count>', 'of the candidate', '3')
  .parse();
const [clips, folder] = program.args as [string, string];
const samplesPerSecond = 16_000;
const wantedSamples = Number(program.opts<{ minutes: string }>().minutes) * 60 * samplesPerSecond;
const pauseSamples = 1.2 * samplesPerSecond;
const askEverySamples = 45 * samplesPerSecond;

mkdirSync(folder, { recursive: true });
const byLanguage = Map.groupBy(await pcmClips(clips, folder), ({ language }) => language);
for (const [language, some] of byLanguage) {
  if (language === 'en') continue;
  const sounds = some.map(({ pcm }) => new Int16Array(new Uint8Array(readFileSync(pcm)).buffer));
  const [question, ...answers] = sounds.length > 1 ? sounds : [sounds[0]!, sounds[0]!];
  const candidate: number[] = [];
  const interviewer: number[] = [];
  let nextQuestion = 0;
  for (let at = 0; candidate.length < wantedSamples + interviewer.length / 10; at++) {
    const asks = candidate.length >= nextQuestion;
    if (asks) nextQuestion = candidate.length + askEverySamples;
    const said = asks ? question! : answers[at % answers.length]!;
    for (let n = 0; n < said.length + pauseSamples; n++) {
      candidate.push(asks ? 0 : (said[n] ?? 0));
      interviewer.push(asks ? (said[n] ?? 0) : 0);
    }
  }
  writeFileSync(join(folder, `${language}.wav`), stereoWav(candidate, interviewer));
}

function stereoWav(left: readonly number[], right: readonly number[]): Buffer {
  const pcm = Buffer.alloc(4 * left.length);
  for (let n = 0; n < left.length; n++) {
    pcm.writeInt16LE(left[n]!, 4 * n);
    pcm.writeInt16LE(right[n]!, 4 * n + 2);
  }
  return wavOf(pcm, { rateHz: samplesPerSecond, channels: 2 });
}
