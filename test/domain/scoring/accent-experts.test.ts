import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { predict } from '#server/domain/scoring/calibration.ts';
import { pronunciation } from '#server/domain/scoring/pronunciation.ts';
import { createCtcAligner } from '#server/engines/align/ctc.ts';
import { calibration } from '#test/support/score-interview.ts';
import { findSharedData, withoutSharedData } from '#test/support/shared-data.ts';
import { createRandom } from '../../../scripts/calibrate/random.ts';
import { readSpeechocean } from '../../../scripts/calibrate/speechocean.ts';

/** Real learners with experts' mean accuracy from 3.8 to 9.5 of 10, worst first. */
const speakers = ['9634', '9646', '9625', '1029', '0006'];
const UTTERANCES = 10;

test('accent puts real learners in the experts’ order, right within its interval', {
  skip: withoutSharedData(),
}, async (t) => {
  const bundled = (file: string) => join(import.meta.dirname, '..', '..', '..', 'models', 'bundled', file);
  const align = await createCtcAligner({
    modelPath: bundled('ctc-en.onnx'),
    lexiconPath: bundled('lexicon-en.txt'),
  });
  const taken = new Map<string, number>();
  const utterances = await readSpeechocean(
    join(findSharedData()!, 'speechocean762'),
    align,
    createRandom(1),
    () => {},
    (speaker) => {
      if (!speakers.includes(speaker) || (taken.get(speaker) ?? 0) >= UTTERANCES) return false;
      taken.set(speaker, (taken.get(speaker) ?? 0) + 1);
      return true;
    },
  );
  const rows = speakers.map((speaker) => {
    const own = utterances.filter((utterance) => utterance.speaker === speaker);
    const heard = pronunciation(own.flatMap(({ words }) => words))!;
    const { score, interval } = predict(
      calibration.accent,
      { ...heard.features },
      { evidenceAmount: heard.effectivePhones, extraShare: 0 },
    );
    const experts = own.reduce((sum, { accuracy }) => sum + accuracy, 0) / own.length / 2;
    t.diagnostic(
      `${speaker}: experts ${experts.toFixed(2)}, accent ${score.toFixed(2)} (${interval.map((end) => end.toFixed(2)).join('–')})`,
    );
    return { score, interval, experts };
  });
  const inside = rows.filter(({ interval, experts }) => interval[0] <= experts && experts <= interval[1]);
  assert.ok(inside.length >= speakers.length - 1);
  const [poor, good] = [rows.slice(0, 3), rows.slice(3)];
  assert.ok(Math.max(...poor.map(({ score }) => score)) + 0.5 < Math.min(...good.map(({ score }) => score)));
});
