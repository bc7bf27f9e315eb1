import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type TestContext, test } from 'node:test';
import { predict } from '#server/domain/scoring/calibration.ts';
import { pronunciation } from '#server/domain/scoring/pronunciation.ts';
import type { Word } from '#server/domain/transcript/types.ts';
import { createCtcAligner } from '#server/engines/align/ctc.ts';
import { bundledModel } from '#test/support/bundled-model.ts';
import { calibration } from '#test/support/score-interview.ts';
import { findSharedData, withoutSharedData } from '#test/support/shared-data.ts';
import { ffmpeg, joinSamples, never, readPcm, writePcm } from '#test/support/speech-sounds.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { decodeAll, readCorpus } from '../../../scripts/validity/corpus.ts';

/** What the recording must not move a score by, of 5. */
const tolerance = 0.2;

/** How the same voice may reach us: filters of ffmpeg, and how much later it then begins. */
const conditions = (levelDb: number): [title: string, filters: string, laterMs: number][] => [
  ['12 dB softer', '-af volume=-12dB', 0],
  ['6 dB louder', '-af volume=6dB', 0],
  [
    'noise at 20 dB SNR',
    `-f lavfi -i anoisesrc=r=16000:color=white:seed=3:amplitude=${whiteAmplitude(levelDb - 20)} -filter_complex amix=duration=first:normalize=0`,
    0,
  ],
  ['3 s of silence before and after', '-af adelay=3000:all=1,apad=pad_dur=3', 3000],
];

/** ffmpeg's white noise is even between ± its amplitude: a root mean square of amplitude / √3. */
const whiteAmplitude = (rmsDb: number) => (Math.sqrt(3) * 10 ** (rmsDb / 20)).toFixed(5);

const levelDbOf = (samples: Int16Array) =>
  10 * Math.log10(samples.reduce((sum, sample) => sum + (sample / 32_768) ** 2, 0) / samples.length);

/** Words evenly between two times: the aligner finds where they are. */
const evenly = (texts: readonly string[], startMs: number, endMs: number): Word[] =>
  texts.map((text, index) => ({
    text,
    confidence: 1,
    startMs: Math.round(startMs + ((endMs - startMs) * index) / texts.length),
    endMs: Math.round(startMs + ((endMs - startMs) * (index + 1)) / texts.length),
  }));

/** Compares the accent of one recording (16 kHz WAV) under all conditions, on the 0–5 scale without its ends. */
async function holdsStill(t: TestContext, samples: Int16Array, words: readonly Word[], folder: string) {
  const aligner = await createCtcAligner({
    modelPath: bundledModel('ctc-en.onnx'),
    lexiconPath: bundledModel('lexicon-en.txt'),
  });
  const plain = join(folder, 'plain.wav');
  await ffmpeg(`-f s16le -ar 16000 -ac 1 -i ${await writePcm(join(folder, 'plain.pcm'), samples)} ${plain}`);
  const accentOf = async (path: string, options: string, laterMs: number): Promise<number> => {
    const pcmPath = join(folder, 'heard.pcm');
    await ffmpeg(`-i ${path} ${options} -ac 1 -ar 16000 -f s16le ${pcmPath}`);
    const later = words.map((word) => ({
      ...word,
      startMs: word.startMs + laterMs,
      endMs: word.endMs + laterMs,
    }));
    const aligned = await aligner.align({ pcmPath, words: later, speech: [], signal: never });
    const heard = pronunciation(aligned.map((word) => ({ ...word, speaker: 'S1', overlap: false })))!;
    const { contributions } = predict(
      calibration.accent,
      { ...heard.features },
      { evidenceAmount: heard.effectivePhones, extraShare: 0 },
    );
    const [[lowRaw], [highRaw]] = [calibration.accent.toScale[0]!, calibration.accent.toScale.at(-1)!];
    // Points away from the norm group: a clear voice at the end of the scale must hold still, too.
    return (5 * Object.values(contributions).reduce((sum, part) => sum + part, 0)) / (highRaw - lowRaw);
  };

  const usual = await accentOf(plain, '', 0);
  assert.equal(await accentOf(plain, '', 0), usual, 'the same sound gives the same score');
  const small = join(folder, 'small.mp3');
  await ffmpeg(`-i ${plain} -b:a 48k ${small}`);
  for (const [title, path, options, laterMs] of [
    ['MP3 at 48 kbit/s', small, '', 0] as const,
    ...conditions(levelDbOf(samples)).map(([name, filters, later]) => [name, plain, filters, later] as const),
  ]) {
    const moved = (await accentOf(path, options, laterMs)) - usual;
    t.diagnostic(`${title}: ${moved.toFixed(3)}`);
    assert.ok(Math.abs(moved) <= tolerance, `${title} moves accent by ${moved.toFixed(3)}`);
  }
}

test('accent hears the speaker, not the recording: sample interview', async (t) => {
  const folder = await tempFolder(t);
  const sample = resolve(import.meta.dirname, '../../../scripts/sample');
  const { turns } = JSON.parse(await readFile(join(sample, 'interview.json'), 'utf8')) as {
    turns: { speaker: string; startMs: number; endMs: number; text: string }[];
  };
  const raw = join(folder, 'interview.pcm');
  await ffmpeg(`-i ${join(sample, 'interview.mp3')} -t 100 -ac 1 -ar 16000 -f s16le ${raw}`);
  const words = turns
    .filter(({ speaker, endMs }) => speaker === 'candidate' && endMs < 100_000)
    .flatMap(({ text, startMs, endMs }) => evenly(text.split(/\s+/), startMs, endMs));
  await holdsStill(t, await readPcm(raw), words, folder);
});

test('accent hears the speaker, not the recording: a real learner', {
  skip: withoutSharedData(),
}, async (t) => {
  const folder = await tempFolder(t);
  const own = (await readCorpus(join(findSharedData()!, 'speechocean762'), ['9625'])).slice(0, 16);
  const parts = await Promise.all(
    (
      await decodeAll(
        own.map(({ audioPath }) => audioPath),
        folder,
      )
    ).map(readPcm),
  );
  let startMs = 0;
  const words = own.flatMap(({ words: said }, index) => {
    const endMs = startMs + parts[index]!.length / 16;
    const placed = evenly(said, startMs, endMs);
    startMs = endMs;
    return placed;
  });
  await holdsStill(t, joinSamples(parts), words, folder);
});
