import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { predict } from '#server/domain/scoring/calibration.ts';
import { prosody } from '#server/domain/scoring/prosody.ts';
import { createProsodyEngine } from '#server/engines/prosody/correlation.ts';
import { recordingConditions } from '#test/support/recording-conditions.ts';
import { calibration } from '#test/support/score-interview.ts';
import { findSharedData, withoutSharedData } from '#test/support/shared-data.ts';
import { joinSamples, never, readPcm, speak } from '#test/support/speech-sounds.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { decodeAll, readCorpus } from '../../testkit/corpus.ts';

/** What the recording must not move a score by, of 5. */
const tolerance = 0.2;

async function holdsStill(t: TestContext, utterances: readonly Int16Array[], folder: string) {
  let endMs = 0;
  const spans = utterances.map(({ length }) => {
    const startMs = endMs;
    endMs += Math.floor(length / 16);
    return { startMs, endMs };
  });
  const [plain, ...others] = await recordingConditions(joinSamples(utterances), folder);
  const scoreOf = async ({ decode, laterMs }: typeof plain) => {
    const pcmPath = join(folder, 'heard.pcm');
    await decode(pcmPath);
    // Padded spans: silence beside speech is no part of it.
    const later = spans.map((span, index) => ({
      startMs: index === 0 ? 0 : span.startMs + laterMs,
      endMs: index === spans.length - 1 ? span.endMs + 2 * laterMs : span.endMs + laterMs,
    }));
    const pitchTracks = await createProsodyEngine().measure({ pcmPath, spans: later, signal: never });
    const { features, voicedMs } = prosody(pitchTracks)!;
    return predict(
      calibration.accentProsody,
      { ...features },
      { evidenceAmount: voicedMs / 1000, extraShare: 0 },
    ).score;
  };
  const usual = await scoreOf(plain);
  assert.equal(await scoreOf(plain), usual, 'the same sound gives the same score');
  for (const condition of others) {
    const moved = (await scoreOf(condition)) - usual;
    t.diagnostic(`${condition.title}: ${moved.toFixed(3)} from ${usual.toFixed(2)}`);
    assert.ok(Math.abs(moved) <= tolerance, `${condition.title} moves accent by ${moved.toFixed(3)}`);
  }
}

test('level, noise, silence and compression do not move it: a synthetic voice', async (t) => {
  const folder = await tempFolder(t);
  const { samples } = await speak(
    Array.from({ length: 6 }, () => 'ich habe lange in einem werk gearbeitet '.repeat(6)).join('. '),
    'slt',
    folder,
  );
  await holdsStill(t, [samples], folder);
});

for (const speaker of ['9625', '0036']) {
  test(`level, noise, silence and compression do not move it: reader ${speaker}`, {
    skip: withoutSharedData(),
  }, async (t) => {
    const folder = await tempFolder(t);
    const own = (await readCorpus(join(findSharedData()!, 'speechocean762'), [speaker])).slice(0, 12);
    const paths = await decodeAll(
      own.map(({ audioPath }) => audioPath),
      folder,
    );
    await holdsStill(t, await Promise.all(paths.map(readPcm)), folder);
  });
}
