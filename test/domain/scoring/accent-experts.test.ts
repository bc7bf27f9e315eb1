import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { predict } from '#server/domain/scoring/calibration.ts';
import { pronunciation } from '#server/domain/scoring/pronunciation.ts';
import { calibration } from '#test/support/score-interview.ts';
import { findSharedData, withoutSharedData } from '#test/support/shared-data.ts';
import { spoken } from '../../../scripts/calibrate/rated-speech.ts';
import { readCorpus } from '../../../scripts/validity/corpus.ts';
import { hearCorpus } from '../../../scripts/validity/hear-corpus.ts';

/** Real learners with experts' mean accuracy from 3.8 to 9.5 of 10, worst first. */
const speakers = ['9634', '9646', '9625', '1029', '0006'];
const UTTERANCES = 10;

test('accent puts real learners in the experts’ order, right within its interval', {
  skip: withoutSharedData(),
}, async (t) => {
  const corpus = await readCorpus(join(findSharedData()!, 'speechocean762'), speakers);
  const heard = await hearCorpus(
    speakers.flatMap((speaker) => corpus.filter((one) => one.speaker === speaker).slice(0, UTTERANCES)),
    { withRecogniser: false, threads: 1 },
  );
  const rows = speakers.map((speaker) => {
    const own = heard.filter(({ utterance }) => utterance.speaker === speaker);
    const sounds = pronunciation(own.flatMap(({ evidence }) => spoken(evidence.words)))!;
    const { score, interval } = predict(
      calibration.accent,
      { ...sounds.features },
      { evidenceAmount: sounds.effectivePhones, extraShare: 0 },
    );
    const experts = own.reduce((sum, { utterance }) => sum + utterance.scores.accuracy, 0) / own.length / 2;
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
