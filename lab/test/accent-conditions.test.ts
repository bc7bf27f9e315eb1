import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type TestContext, test } from 'node:test';
import { predict } from '#server/domain/scoring/calibration.ts';
import { pronunciation } from '#server/domain/scoring/pronunciation.ts';
import type { Word } from '#server/domain/transcript/types.ts';
import { createCtcAligner } from '#server/engines/align/ctc.ts';
import { bundledModel } from '#test/support/bundled-model.ts';
import { evenly, type RecordingCondition, recordingConditions } from '#test/support/recording-conditions.ts';
import { calibration } from '#test/support/score-interview.ts';
import { findSharedData, withoutSharedData } from '#test/support/shared-data.ts';
import { ffmpeg, joinSamples, never, readPcm } from '#test/support/speech-sounds.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { decodeAll, readCorpus } from '../../testkit/corpus.ts';

/** What the recording must not move a score by, of 5. */
const tolerance = 0.2;

/** Compares the accent of one recording (16 kHz WAV) under all conditions, on the 0–5 scale without its ends. */
async function holdsStill(t: TestContext, samples: Int16Array, words: readonly Word[], folder: string) {
  const aligner = await createCtcAligner({
    modelPath: bundledModel('ctc-en.onnx'),
    lexiconPath: bundledModel('lexicon-en.txt'),
  });
  const accentOf = async ({ decode, laterMs }: RecordingCondition): Promise<number> => {
    const pcmPath = join(folder, 'heard.pcm');
    await decode(pcmPath);
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

  const [plain, ...others] = await recordingConditions(samples, folder);
  const usual = await accentOf(plain);
  for (const condition of others) {
    const { title } = condition;
    const moved = (await accentOf(condition)) - usual;
    t.diagnostic(`${title}: ${moved.toFixed(3)}`);
    assert.ok(Math.abs(moved) <= tolerance, `${title} moves accent by ${moved.toFixed(3)}`);
  }
}

test('accent hears the speaker, not the recording: sample interview', async (t) => {
  const folder = await tempFolder(t);
  const sample = resolve(import.meta.dirname, '../../scripts/sample');
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
