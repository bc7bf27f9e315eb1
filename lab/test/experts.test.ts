import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AlignedWord } from '#server/domain/transcript/types.ts';
import { ratings } from '../../testkit/corpus.ts';
import { calibrateSetting, crossJudge, expertsFile, judgedTogether } from '../calibrate/experts.ts';
import { createRandom } from '../calibrate/random.ts';
import { createExpertJudge } from '../validity/experts.ts';
import { agreementOf } from '../validity/figures.ts';
import type { Measured } from '../validity/report.ts';

const random = createRandom(5);

/** Speakers of different skill: the better, the shorter their pauses and the higher what networks say of them. */
const heard: Measured[] = Array.from({ length: 24 }, (_, speaker) => {
  const skill = random.uniform();
  return Array.from({ length: 6 }, (_, index) => utteranceOf(`s${speaker}`, index, skill));
}).flat();

function utteranceOf(speaker: string, index: number, skill: number): Measured {
  let atMs = 200;
  const words = Array.from({ length: 6 }, (): AlignedWord => {
    const startMs = atMs;
    const phones = ['k', 'ae', 't'].map((phone) => {
      const from = atMs;
      atMs += 60 + Math.round(30 * random.uniform());
      return { phone, startMs: from, endMs: atMs, gop: 0, logPosterior: -0.2 };
    });
    const endMs = atMs;
    atMs += Math.round(400 * (1 - skill) * random.uniform());
    return { text: 'cat', startMs, endMs, confidence: 1, phones };
  });
  const score = Math.round(4 + 5 * skill + 0.5 * random.normal());
  return {
    utterance: {
      id: `${speaker}-${index}`,
      speaker,
      words: words.map(({ text }) => text),
      audioPath: '',
      scores: { total: score, accuracy: score, fluency: score, prosodic: score },
    },
    evidence: {
      durationMs: atMs + 300,
      words,
      networks: ratings.map(() => 4 + 5 * skill + 0.8 * random.normal()),
    },
  };
}

const folds = new Map(
  [...new Set(heard.map(({ utterance }) => utterance.speaker))].map((speaker, index) => [speaker, index % 5]),
);
const setting = calibrateSetting(heard, folds);
const fileOf = (one: typeof setting) => expertsFile({ knownText: one, ownTranscript: one });

test('the same evidence makes the same file, byte for byte', () => {
  const again = calibrateSetting(heard, folds);
  assert.equal(JSON.stringify(again), JSON.stringify(setting));
});

test('the file judges unheard speech like its makers, each rating inside its interval', () => {
  const judge = createExpertJudge(fileOf(setting), 'ownTranscript');
  const [poor, good] = [0.05, 0.95].map((skill) => judge.judge(utteranceOf('new', 0, skill).evidence));
  for (const variant of ['all', 'withoutLength'] as const) {
    for (const rating of ratings) {
      assert.ok(good![variant][rating].score > poor![variant][rating].score + 1, `${variant} ${rating}`);
      const { score, interval } = good![variant][rating];
      assert.ok(interval[0] < score && score < interval[1] && interval[0] >= 0 && interval[1] <= 10);
    }
  }
});

test('without length, neither the number of words nor silence around them counts', () => {
  const judge = createExpertJudge(fileOf(setting), 'knownText');
  const { evidence } = heard[0]!;
  const longer = { ...evidence, durationMs: evidence.durationMs + 5000 };
  const [one, other] = [judge.judge(evidence), judge.judge(longer)];
  assert.deepEqual(other.withoutLength, one.withoutLength);
  assert.notDeepEqual(other.all, one.all);
});

test('speakers are judged by what others taught, and about nine of ten fall inside their interval', () => {
  const judged = judgedTogether(crossJudge(heard, folds, () => true));
  assert.equal(judged.length, heard.length);
  assert.ok(agreementOf(judged).total.pcc! > 0.8);
  const { all } = setting.measured as { all: { coverage90: Record<string, number> } };
  for (const rating of ratings) {
    assert.ok(all.coverage90[rating]! > 0.82 && all.coverage90[rating]! < 0.97, `${all.coverage90[rating]}`);
  }
  // Ratings that belong to no speaker in particular cannot be predicted for a speaker who was left out.
  const shuffled = createRandom(3).shuffle(heard.map(({ utterance }) => utterance.scores));
  const noise = heard.map((one, index) => ({
    ...one,
    utterance: { ...one.utterance, scores: shuffled[index]! },
  }));
  const guessed = judgedTogether(crossJudge(noise, folds, () => true));
  assert.ok(Math.abs(agreementOf(guessed).total.pcc!) < 0.25);
});

test('networks and regression together err less than either, and the residual tells it', () => {
  const held = crossJudge(heard, folds, () => true);
  const residual = (share?: number) => agreementOf(judgedTogether(held, share)).total.residualSd;
  assert.ok(residual() < residual(0) && residual() < residual(1));
  assert.ok(setting.networkShare > 0 && setting.networkShare < 1);
});

test('a file made for other features is refused', () => {
  const old = { ...setting, features: setting.features.slice(1) };
  assert.throws(() => createExpertJudge(fileOf(old), 'knownText'), /other features/);
});
