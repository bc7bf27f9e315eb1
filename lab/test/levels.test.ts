import assert from 'node:assert/strict';
import { test } from 'node:test';
import { measureFluency } from '#server/domain/scoring/fluency.ts';
import { createEnglishText } from '#server/engines/text/english.ts';
import { calibration } from '#test/support/score-interview.ts';
import { agreement, ranks } from '../bench/levels/agreement.ts';
import { halfReliability } from '../bench/levels/halves.ts';
import { readTurn } from '../bench/levels/read-turn.ts';
import { scoreInterviews } from '../bench/levels/score-interviews.ts';
import { createWordSources } from '../bench/levels/word-source.ts';
import { asInNorms, type Circumstances, writeInterview } from '../bench/levels/write-interview.ts';
import { writtenSpeech } from '../bench/levels/written-speech.ts';
import { assumedLevels, levelNorms } from '../calibrate/norms.ts';
import { createRandom } from '../calibrate/random.ts';

const english = createEnglishText();

for (const [text, expected] of [
  ['Er, I work in a, um, shop.', 'Er* I work in a um* shop'],
  ['<F>Well</F> I <R>go</R> go home', 'Well* I go- go home'],
  ['<SC>he are</SC> they are <..></..> tired', 'he- are- they are |tired'],
  ['I lik- like it', 'I lik- like it'],
  ['<JP>sou desu</JP> XXX yes', 'yes'],
  ["I don't know - twenty-one, maybe…", "I don't know twenty-one maybe"],
  ['<laughter>funny</laughter> <.></.>', 'funny'],
  ['Uh-huh mhm, hmm ah errr a me am', 'Uh-huh* mhm* hmm* ah* errr* a me am'],
] as const) {
  test(`reads "${text}"`, () => {
    const { words } = readTurn(text);
    const shown = words.map(
      (word) =>
        `${word.afterSilence ? '|' : ''}${word.text}${word.filler ? '*' : ''}${word.abandoned ? '-' : ''}`,
    );
    assert.equal(shown.join(' '), expected);
  });
}

test('ranks share the mean of their places among equals', () => {
  assert.deepEqual(ranks([10, 30, 20, 20]), [1, 4, 2.5, 2.5]);
});

const sources = createWordSources(english.frequencies!);

function simulated(perLevel: number, circumstances: Circumstances) {
  const random = createRandom(5);
  const norms = [...assumedLevels.filter(({ level }) => level === 1), ...levelNorms];
  return norms.flatMap((norm) =>
    Array.from({ length: perLevel }, (_, index) =>
      writeInterview(`${norm.level}-${index}`, norm, sources, random, circumstances),
    ),
  );
}

test('simulated learners are put in the order of their levels, and no level meets its neighbour', () => {
  const scored = scoreInterviews(simulated(12, asInNorms), english, calibration);
  for (const dimension of ['vocabulary', 'fluency'] as const) {
    const { pcc, byLevel } = agreement(scored, (interview) => interview[dimension]);
    assert.ok(pcc > 0.8, `${dimension}: ${pcc}`);
    const means = Object.entries(byLevel)
      .filter(([level]) => Number(level) >= 2)
      .map(([, { mean }]) => mean);
    assert.equal(means.length, 8);
    // Twelve learners a level: neighbours may change places by chance, two steps apart they may not.
    means.slice(2).forEach((mean, index) => {
      assert.ok(mean > means[index]!, `${dimension}: ${means.join(' ')}`);
    });
    assert.ok(means.at(-1)! - means[0]! > 1.8);
  }
  // Under a hundred words nothing is guessed.
  assert.ok(scored.every(({ words, vocabulary }) => words >= 100 || vocabulary === undefined));
});

test('eight minutes, or an interviewer who talks a lot, leave the scores where they are', () => {
  const mean = (circumstances: Circumstances) => {
    const scored = scoreInterviews(
      simulated(8, circumstances).filter(({ level }) => level >= 4),
      english,
      calibration,
    );
    return scored.reduce((sum, { vocabulary }) => sum + (vocabulary ?? 0), 0) / scored.length;
  };
  const usual = mean(asInNorms);
  assert.ok(Math.abs(mean({ ...asInNorms, minutes: 8 }) - usual) < 0.2);
  assert.ok(Math.abs(mean({ ...asInNorms, floorShare: 0.4, tellsFloor: true }) - usual) < 0.2);
});

test('both halves of an interview tell the same', () => {
  const { n, vocabulary } = halfReliability(
    simulated(4, asInNorms).filter(({ level }) => level >= 4),
    (halves) => scoreInterviews(halves, english, calibration),
  );
  assert.equal(n, 24);
  assert.ok(vocabulary > 0.8);
});

test('a transcript without times is measured without what needs them', () => {
  const turns = simulated(1, asInNorms)
    .find(({ level }) => level === 7)!
    .turns.map((turn) => readTurn(turn as string).words);
  const timed = ['articulationRate', 'meanRunSyllables', 'pausedShare', 'longPausesPer100Words'];
  const measured = (marksSilences: boolean) => {
    const features = measureFluency(writtenSpeech(turns, 600_000, marksSilences), null, 'en');
    return timed.filter((name) => features[name]?.value !== undefined);
  };
  assert.deepEqual(measured(false), []);
  assert.deepEqual(measured(true), ['longPausesPer100Words']);
});
