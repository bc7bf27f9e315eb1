/**
 * One recording in every accepted format gives one transcript: the first 32 s of the sample interview here, the
 * whole of it in lab/bench/formats.ts (results in server/engines/asr/hearing.md).
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { limits } from '#server/config/limits.ts';
import type { MoonshineEngine } from '#server/engines/asr/moonshine/engine.ts';
import { createFfmpegAudio } from '#server/engines/audio/ffmpeg.ts';
import { createSileroVad } from '#server/engines/vad/silero.ts';
import { bundledModel } from '#test/support/bundled-model.ts';
import { ffmpeg, never, readPcm } from '#test/support/speech-sounds.ts';
import { audioFormats } from '../../../testkit/audio-formats.ts';
import { openTestMoonshine, withoutMoonshine } from '../../../testkit/moonshine.ts';
import { comparableWords, wordErrors } from '../../../testkit/word-errors.ts';

const samplePath = resolve(import.meta.dirname, '../../../scripts/sample/interview.mp3');
const excerptSeconds = 32;

/** Most words that may differ from the transcript of the bundled MP3: five of some seventy, since processors round differently and some hear two more than others. */
const mostDiffering = 0.08;
/** But for how formats of more bits are rounded, and for what a coder adds at the end. */
const areTheSame = (a: Int16Array, b: Int16Array): boolean =>
  Math.abs(a.length - b.length) < 160 &&
  a.every((sample, n) => n >= b.length || Math.abs(sample - b[n]!) <= 1);

describe('the sample in every format', { skip: withoutMoonshine() }, () => {
  const audio = createFfmpegAudio();
  /** The sounds that were recognised, to recognise none twice. */
  const heard: { samples: Int16Array; words: Promise<string[]> }[] = [];
  let folder: string;
  let asr: MoonshineEngine;
  let vad: Awaited<ReturnType<typeof createSileroVad>>;
  let bundled: string[];

  async function transcript({ file, options }: (typeof audioFormats)[number]): Promise<string[]> {
    const path = join(folder, file);
    await ffmpeg(`-i ${samplePath} -t ${excerptSeconds} ${options} ${path}`);
    const probed = await audio.probe(path);
    assert.ok(!('failure' in probed), JSON.stringify(probed));
    assert.ok((limits.audio.formats as readonly string[]).includes(probed.format));
    assert.ok(Math.abs(probed.durationMs - excerptSeconds * 1000) < 150, `${probed.durationMs} ms`);
    const pcmPath = `${path}.pcm`;
    const channelPaths: [string, string] = [`${path}.l`, `${path}.r`];
    await audio.decode(path, { outPath: pcmPath, channelPaths, maxDurationMs: 90_000 }, never);
    const samples = await readPcm(pcmPath);
    const known = heard.find((one) => areTheSame(one.samples, samples));
    const words = known?.words ?? recognise(pcmPath);
    if (!known) heard.push({ samples, words });
    return words;
  }

  async function recognise(pcmPath: string): Promise<string[]> {
    const within = [{ startMs: 0, endMs: excerptSeconds * 1000 }];
    const speech = await vad.detectSpeech({ pcmPath, within, signal: never });
    const { words } = await asr.transcribe({ pcmPath, speech, language: 'en', hotwords: [], signal: never });
    return comparableWords(words.map(({ text }) => text).join(' '));
  }

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-formats-'));
    asr = await openTestMoonshine('base');
    vad = await createSileroVad({ modelPath: bundledModel('silero-vad-v6.onnx') });
    bundled = await transcript(audioFormats[0]!);
    assert.ok(bundled.length > 55, `${bundled.length} words`);
  });

  after(async () => {
    await asr.close();
    await rm(folder, { recursive: true, force: true });
  });

  for (const format of audioFormats.slice(1)) {
    if (format.benchOnly) continue;
    test(`${format.name} gives the transcript of the bundled MP3 within ${100 * mostDiffering} % of its words`, async () => {
      const words = await transcript(format);
      const { rate } = wordErrors(bundled, words);
      assert.ok(rate <= mostDiffering, `${(100 * rate).toFixed(1)} % differ: ${words.join(' ')}`);
    });
  }
});
