import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { predict } from '#server/domain/scoring/calibration.ts';
import { pronunciation } from '#server/domain/scoring/pronunciation.ts';
import type { AlignedWord } from '#server/domain/transcript/types.ts';
import { createSoundsWitness } from '#server/engines/align/sounds-witness.ts';
import { bundledModel } from '#test/support/bundled-model.ts';
import { englishRecogniser, withoutEnglishRecogniser } from '#test/support/english-recogniser.ts';
import { calibration } from '#test/support/score-interview.ts';
import { findSharedData, withoutSharedData } from '#test/support/shared-data.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { readCorpus } from '../../testkit/corpus.ts';
import { spoken } from '../calibrate/rated-speech.ts';
import type { HeardUtterance } from '../validity/hear.ts';
import { hearCorpus } from '../validity/hear-corpus.ts';

/** Real learners with experts' mean accuracy from 3.8 to 9.5 of 10, worst first: who is better has to be told. */
const inOrder = ['9634', '9646', '9625', '1029', '0006'];
/** Every sixth of the corpus by number, for the intervals: those of the five are not typical, the weakest are scored too high. */
const everySixth = 6;
const UTTERANCES = 10;

test('accent puts real learners in the experts’ order, right within its interval, by aligner and by recogniser', {
  skip: withoutSharedData() || withoutEnglishRecogniser(),
}, async (t) => {
  const corpus = await readCorpus(join(findSharedData()!, 'speechocean762'));
  const numbers = [...new Set(corpus.map(({ speaker }) => speaker))].toSorted();
  const sampled = new Set(numbers.filter((_, index) => index % everySixth === 0));
  const speakers = [...inOrder, ...[...sampled].filter((speaker) => !inOrder.includes(speaker))];
  const heard = await hearCorpus(
    speakers.flatMap((speaker) => corpus.filter((one) => one.speaker === speaker).slice(0, UTTERANCES)),
    { recogniserPath: englishRecogniser, keptIn: await tempFolder(t), threads: 1 },
  );
  const witness = await createSoundsWitness(bundledModel('sounds-en.onnx'));
  const ways: [
    string,
    typeof calibration.accent,
    (one: HeardUtterance) => Promise<readonly AlignedWord[]>,
  ][] = [
    ['aligner, known text', calibration.accent, async ({ hearings }) => hearings.knownText.evidence.words],
    [
      'states, own transcript',
      calibration.accentStates,
      ({ hearings, states }) => witness.hear(hearings.ownTranscript.evidence.words, states!),
    ],
  ];
  for (const [title, accent, wordsOf] of ways) {
    const rows = [];
    for (const speaker of speakers) {
      const own = heard.filter(({ utterance }) => utterance.speaker === speaker);
      const words = [];
      for (const one of own) words.push(...spoken(await wordsOf(one)));
      const sounds = pronunciation(words)!;
      const { score, interval } = predict(
        accent,
        { ...sounds.features },
        { evidenceAmount: sounds.effectivePhones, extraShare: 0 },
      );
      const experts = own.reduce((sum, { utterance }) => sum + utterance.scores.accuracy, 0) / own.length / 2;
      t.diagnostic(
        `${title}, ${speaker}: experts ${experts.toFixed(2)}, accent ${score.toFixed(2)} (${interval.map((end) => end.toFixed(2)).join('–')})`,
      );
      rows.push({ speaker, score, interval, experts });
    }
    const judged = rows.filter(({ speaker }) => sampled.has(speaker));
    const inside = judged.filter(({ interval, experts }) => interval[0] <= experts && experts <= interval[1]);
    assert.ok(inside.length >= 0.8 * judged.length, `${title}: ${inside.length} of ${judged.length}`);
    const [poor, good] = [rows.slice(0, 3), rows.slice(3, inOrder.length)];
    assert.ok(
      Math.max(...poor.map(({ score }) => score)) + 0.5 < Math.min(...good.map(({ score }) => score)),
      title,
    );
  }
});
