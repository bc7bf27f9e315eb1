import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { totalMs } from '#server/domain/transcript/spans.ts';
import { castsOf } from '../../testkit/conversations/casts.ts';
import { codecs, throughCodec } from '../../testkit/conversations/codec.ts';
import { createConvolver, createFourier } from '../../testkit/conversations/fourier.ts';
import { drawPlace, drawRoom, impulseResponse } from '../../testkit/conversations/room.ts';
import { type Conversation, simulate } from '../../testkit/conversations/simulate.ts';
import {
  cleaned,
  frameLevels,
  partOf,
  soundingParts,
  type Utterance,
  type Voice,
} from '../../testkit/conversations/voices.ts';
import { diarisationErrors } from '../../testkit/der.ts';
import { seededRandom } from '../../testkit/random.ts';
import { drawConversation, labelsOf, labelsOfVoices } from '../make-activity-training.ts';

let workDir: string;
before(async () => {
  workDir = await mkdtemp(join(tmpdir(), 'assay-conversations-'));
});
after(() => rm(workDir, { recursive: true, force: true }));

/** Syllables of a buzz at the person's pitch, some with a pause between them. */
function synthetic(pitchHz: number, seed: number): Utterance[] {
  const random = seededRandom(seed);
  return Array.from({ length: 8 }, () => {
    const samples = new Float32Array(16_000 * (1 + Math.floor(random() * 4)));
    const [pauseAt, pauseEnd] = random() < 0.3 ? [0.4, 0.7] : [2, 2];
    for (let i = 1600; i < samples.length - 1600; i++) {
      const share = i / samples.length;
      if (share > pauseAt && share < pauseEnd) continue;
      const syllable = 0.6 + 0.4 * Math.sin((2 * Math.PI * 4 * i) / 16_000);
      for (let k = 1; k <= 6; k++)
        samples[i]! += (3000 / k) * syllable * Math.sin((2 * Math.PI * pitchHz * k * i) / 16_000);
    }
    return cleaned(samples);
  });
}

const people = [110, 205, 160].map((pitchHz, i) => ({ id: `p${i}`, utterances: synthetic(pitchHz, i + 1) }));
const talk = (seed: number, count = 2, durationMs = 40_000) =>
  simulate({ cast: people.slice(0, count), durationMs, random: seededRandom(seed) });

/** Time in which at least one person speaks, and in which two do. */
function spoken({ reference }: Conversation) {
  const anybody = reference.map((span) => ({ ...span, speaker: 'anybody' }));
  const unionMs = diarisationErrors(anybody, []).spokenMs;
  const { spokenMs } = diarisationErrors(reference, []);
  return { unionMs, overlapMs: spokenMs - unionMs };
}

test('a seed gives the same conversation every time, another seed another one', () => {
  const [one, again, other] = [talk(1), talk(1), talk(2)];
  assert.deepEqual(again.pcm, one.pcm);
  assert.deepEqual(again.reference, one.reference);
  assert.notDeepEqual(other.reference, one.reference);
});

for (const [title, count] of [
  ['two people', 2],
  ['a panel and a candidate', 3],
] as const) {
  test(`${title}: 5 to 15 % of the speech is overlapped, everybody speaks, none twice at once`, () => {
    for (let seed = 1; seed <= 4; seed++) {
      const built = talk(seed, count, 60_000);
      const { unionMs, overlapMs } = spoken(built);
      assert.ok(overlapMs > 0.05 * unionMs && overlapMs < 0.15 * unionMs, `${overlapMs} of ${unionMs}`);
      for (const { id } of people.slice(0, count)) {
        const own = built.reference.filter(({ speaker }) => speaker === id);
        assert.ok(own.length > 0);
        for (const [i, span] of own.entries())
          assert.ok(i === 0 || span.startMs >= own[i - 1]!.endMs, `${id} speaks twice at ${span.startMs}`);
      }
      assert.ok(built.reference.every(({ startMs, endMs }) => startMs >= 0 && endMs <= built.durationMs));
    }
  });
}

test('one alone is one, and the candidate speaks longer than who asks, up to eight times', () => {
  const alone = talk(3, 1);
  assert.deepEqual(new Set(alone.reference.map(({ speaker }) => speaker)), new Set(['p0']));
  for (let seed = 1; seed <= 3; seed++) {
    const { reference, conditions } = talk(seed, 2, 90_000);
    const spokenBy = (id: string) =>
      diarisationErrors(
        reference.filter(({ speaker }) => speaker === id),
        [],
      ).spokenMs;
    const ratio = spokenBy('p1') / spokenBy('p0');
    assert.ok(ratio > 0.6 * conditions.plan.talkRatio && ratio < 1.6 * conditions.plan.talkRatio);
  }
});

test('the sound is loud where the reference has speech, and quiet elsewhere', () => {
  for (let seed = 1; seed <= 3; seed++) {
    const built = talk(seed);
    const levels = frameLevels(Float32Array.from(built.pcm));
    const spans = [...built.reference, ...built.unscored];
    // An echo goes on for some tenths of a second.
    const speaks = levels.map((_, i) => spans.some((s) => i * 10 >= s.startMs && i * 10 < s.endMs));
    const echoes = levels.map((_, i) => spans.some((s) => i * 10 >= s.startMs && i * 10 < s.endMs + 250));
    const median = (some: number[]) => some.toSorted((a, b) => a - b)[some.length >> 1]!;
    const inside = median(levels.filter((_, i) => speaks[i]));
    const outside = median(levels.filter((_, i) => !echoes[i]));
    assert.ok(inside > 1.6 * outside, `${inside} against ${outside}`);
    const nearFloor = levels.filter((level, i) => speaks[i] && level < 1.05 * outside).length;
    assert.ok(nearFloor < 0.15 * speaks.filter(Boolean).length, `${nearFloor} frames of speech are silent`);
  }
});

test('pauses of 500 ms and more belong to no speaker, shorter ones belong to the speech around them', () => {
  const sound = new Float32Array(32_000);
  for (const [fromMs, toMs] of [
    [100, 500],
    [700, 1000],
    [1600, 1900],
  ] as const)
    sound.fill(1000, fromMs * 16, toMs * 16);
  assert.deepEqual(soundingParts(sound), [
    { startMs: 80, endMs: 1020 },
    { startMs: 1580, endMs: 1920 },
  ]);
});

for (const codec of codecs) {
  test(`speech comes out of the codec "${codec}" as long as before and not moved`, async () => {
    const { pcm } = talk(5, 2, 8000);
    const heard = await throughCodec(pcm, codec, 16, workDir);
    assert.equal(heard.length, pcm.length);
    const envelope = (samples: Int16Array) => frameLevels(Float32Array.from(samples));
    const [before, behind] = [envelope(pcm), envelope(heard)];
    const agreement = (shift: number) =>
      before.reduce((sum, level, i) => sum + level * (behind[i + shift] ?? 0), 0);
    const shifts = Array.from({ length: 21 }, (_, i) => i - 10);
    const best = shifts.reduce((a, b) => (agreement(b) > agreement(a) ? b : a));
    assert.ok(Math.abs(best) <= 1, `moved by ${best * 10} ms`);
  });
}

test('a room rings as long as it was drawn to', () => {
  for (let seed = 1; seed <= 4; seed++) {
    const random = seededRandom(seed);
    const room = drawRoom(random);
    const response = impulseResponse(room, drawPlace(room, 1.5, random), random);
    // Backward integration of the energy (Schroeder 1965), from 5 to 25 dB down.
    const left = new Float64Array(response.length + 1);
    for (let i = response.length - 1; i >= 0; i--) left[i] = left[i + 1]! + response[i]! ** 2;
    const downTo = (db: number) => left.findIndex((energy) => energy < left[0]! * 10 ** (-db / 10)) / 16_000;
    const seconds = 3 * (downTo(25) - downTo(5));
    assert.ok(
      seconds > 0.6 * room.reverberationSeconds && seconds < 1.5 * room.reverberationSeconds,
      `${seconds} s instead of ${room.reverberationSeconds}`,
    );
  }
});

test('convolving by blocks is convolving', () => {
  const random = seededRandom(9);
  const [response, sound] = [50, 700].map((length) => Float32Array.from({ length }, () => random() - 0.5));
  const sum = new Float32Array(800);
  createConvolver(response!, createFourier(256)).addTo(sum, 20, sound!, 2);
  for (const at of [20, 100, 400, 768]) {
    let expected = 0;
    for (const [k, value] of response!.entries()) expected += 2 * value * (sound![at - 20 - k] ?? 0);
    assert.ok(Math.abs(sum[at]! - expected) < 1e-4);
  }
});

test('confusable casts are of one sex and the closest voices; parts share no person', async () => {
  const voices = Array.from({ length: 12 }, (_, i): Voice => {
    return { id: `${i}`, gender: i % 2 ? 'm' : 'f', age: 30, utterances: async () => [] };
  });
  const distances = async () => voices.map((_, i) => voices.map((_, j) => Math.abs(i - j)));
  const casts = await castsOf('confusable', voices, { count: 10, seed: 1, distances });
  for (const { people } of casts) assert.equal(Math.abs(Number(people[0]!.id) - Number(people[1]!.id)), 2);
  assert.deepEqual(
    ['0003', '0001', '0010', '0004', '0005'].map((id) => partOf({ id })),
    ['report', 'choose', 'choose', 'train', 'train'],
  );
});

test('a training conversation is labelled with who is heard, whatever order the voices have', async () => {
  const voices = people.map(({ id, utterances }): Voice => {
    return { id, gender: 'f', age: 30, utterances: async () => utterances };
  });
  const [one, again] = [await drawConversation(voices, 1, 2), await drawConversation(voices, 1, 2)];
  assert.deepEqual(one.conversation.pcm, again.conversation.pcm);
  const { conversation, people: ids } = one;
  const steps = Math.floor(conversation.durationMs / 20);
  const labels = labelsOf(conversation, ids, steps);
  for (const [person, label] of labels.entries()) {
    const heardMs = totalMs(conversation.reference.filter(({ speaker }) => speaker === ids[person]));
    const laughMs = totalMs(conversation.unscored);
    const labelled = 20 * label.filter((value) => value === 1).length;
    assert.ok(labelled <= heardMs + 400 && labelled >= heardMs - laughMs - 400, `${labelled} of ${heardMs}`);
  }
  const given = labels.toReversed().map((label) => label.map((value) => (value === 1 ? 1 : 0)));
  assert.deepEqual(labelsOfVoices(given, labels), labels.toReversed());
});

test('one voice that is two people has the words of both', () => {
  const labels = [Uint8Array.of(1, 0, 0, 255), Uint8Array.of(0, 0, 1, 255)];
  assert.deepEqual(labelsOfVoices([Uint8Array.of(1, 1, 1, 1)], labels), [Uint8Array.of(1, 0, 1, 255)]);
});
