import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scoreAccentByProsody, spokenPieces } from '#server/domain/scoring/accent-prosody.ts';
import { candidateSpeech } from '#server/domain/scoring/candidate-speech.ts';
import type { PitchTrack } from '#server/domain/scoring/prosody.ts';
import { prosody } from '#server/domain/scoring/prosody.ts';
import { isAbstention } from '#server/domain/scoring/types.ts';
import { calibration } from '#test/support/score-interview.ts';
import { spoken } from '#test/support/spoken-interview.ts';

/** Ten syllables: pitch that rises and falls, level with a dip between them, `silent` frames without sound around. */
function voice({ semitones = 0, db = 0, range = 4, silent = 0 } = {}): PitchTrack {
  const frames = Array.from({ length: 200 }, (_, frame) => ({
    hz: 120 * 2 ** ((semitones + range * Math.sin(frame / 25)) / 12),
    db: db - 20 - 8 * Math.abs(Math.cos((Math.PI * (frame + (frame % 40 > 20 ? 2 : 0))) / 20)),
    voiced: frame % 20 < 17,
  }));
  const quiet = Array.from({ length: silent }, () => -90);
  return {
    frameMs: 10,
    pitchHz: [
      ...quiet.map(() => 0),
      ...frames.map(({ hz, voiced }) => (voiced ? hz : 0)),
      ...quiet.map(() => 0),
    ],
    levelDb: [...quiet, ...frames.map((frame) => frame.db), ...quiet],
  };
}

const nearly = (a: object, b: object) =>
  Object.entries(a).forEach(([name, value]) => {
    const other = (b as Record<string, number>)[name]!;
    assert.ok(Math.abs(value - other) < 1e-6, `${name}: ${value}, ${other}`);
  });

test('prosody is the same in a high voice and a low one, loud and soft, between silences', () => {
  const usual = prosody([voice()])!;
  assert.ok(usual.features.pitchRange > 4 && usual.features.peakIntervalSd > 0);
  nearly(usual.features, prosody([voice({ semitones: 12 })])!.features);
  nearly(usual.features, prosody([voice({ db: -15 })])!.features);
  nearly(usual.features, prosody([voice({ silent: 300 })])!.features);
});

test('a livelier melody has a wider range, and nothing is heard where nothing has pitch', () => {
  const rangeOf = (range: number) => prosody([voice({ range })])!.features.pitchRange;
  assert.ok(rangeOf(1) < rangeOf(3) && rangeOf(3) < rangeOf(5));
  assert.equal(prosody([]), undefined);
  assert.equal(prosody([{ frameMs: 10, pitchHz: [0, 0, 0], levelDb: [-20, -20, -20] }]), undefined);
});

const answer = Array.from({ length: 40 }, () => 'ich habe lange in einem werk gearbeitet').join(' ');
const speechOf = (lines: readonly string[]) => {
  const { words, turns, candidate } = spoken(lines, { letterMs: 80 });
  return candidateSpeech(words, turns, candidate, []);
};

test('only words of the candidate that count are measured, and no other sound', () => {
  const { words, turns, candidate } = spoken(
    ['Q was machen sie', 'A ich bin ~lehrer seit [900] vielen uh jahren', 'Q gut', 'A danke schön'],
    { letterMs: 160 },
  );
  const speech = candidateSpeech(words, turns, candidate, []);
  const others = turns.filter(({ speaker }) => speaker !== candidate);
  const pieces = spokenPieces(speech, others);
  assert.deepEqual(
    pieces.map(({ from, to }) => speech.words.slice(from, to + 1).map(({ text }) => text)),
    [['ich', 'bin'], ['seit'], ['vielen'], ['jahren'], ['danke', 'schön']],
  );
  const barred = [...others, ...words.filter(({ unsupported, filler }) => unsupported || filler)];
  for (const [index, { startMs, endMs, from, to }] of pieces.entries()) {
    assert.ok(startMs <= speech.words[from]!.startMs && endMs >= speech.words[to]!.endMs);
    assert.ok(barred.every((span) => span.endMs <= startMs || span.startMs >= endMs));
    assert.ok(index === 0 || startMs >= pieces[index - 1]!.endMs);
  }
});

test('the score says what it rests on, with an interval twice as wide; whispering and few words give none', () => {
  const speech = speechOf([`A ${answer}`]);
  const heard = (pitchTrack: PitchTrack) => ({ pitchTrack, startMs: 0, endMs: 2000, from: 0, to: 3 });
  const score = (pitchTracks: PitchTrack[]) =>
    scoreAccentByProsody(speech, pitchTracks.map(heard), 'de', calibration);
  const scored = score(Array.from({ length: 20 }, () => voice()));
  assert.ok(!isAbstention(scored));
  assert.equal(scored.phones, undefined);
  assert.match(scored.warnings.join(' '), /No aligner knows "de".*not from single sounds/);
  assert.equal(scored.confidence, 'low');
  const { halfWidth } = calibration.accentProsody.interval as { halfWidth: number };
  assert.ok(scored.interval[1] - scored.interval[0] >= Math.min(5, halfWidth * 2) - 1);
  assert.equal(scored.calibration.sha256, calibration.accentProsody.sha256);

  const whispered = score([{ ...voice(), pitchHz: voice().pitchHz.map(() => 0) }]);
  assert.ok(isAbstention(whispered) && /Only 0 seconds/.test(whispered.reason));
  const short = scoreAccentByProsody(speechOf(['A ich bin hier']), [heard(voice())], 'de', calibration);
  assert.ok(isAbstention(short) && /accent is scored from 30 seconds on/.test(short.reason));
});
