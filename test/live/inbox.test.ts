import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createInbox } from '#server/live/inbox.ts';

const loud = (frames: number, value = 5000) => new Int16Array(320 * frames).fill(value);
const quiet = (frames: number) => new Int16Array(320 * frames).fill(3);
const taken = (inbox: ReturnType<typeof createInbox>, frames: number) =>
  Array.from({ length: frames }, () => inbox.next()[0]!);

test('sound comes out in frames as it went in, however it was cut', () => {
  const inbox = createInbox();
  const sound = Int16Array.from({ length: 320 * 4 }, (_, at) => 1000 + at);
  for (let at = 0; at < sound.length; at += 333) inbox.add(sound.subarray(at, at + 333));
  const out = Array.from({ length: 4 }, () => [...inbox.next()]).flat();
  assert.deepEqual(out, [...sound]);
});

test('it waits for two frames, and gives silence while there is nothing', () => {
  const inbox = createInbox();
  inbox.add(loud(1));
  assert.deepEqual(taken(inbox, 2), [0, 0]);
  inbox.add(loud(1));
  assert.deepEqual(taken(inbox, 3), [5000, 5000, 0]);
});

test('speech that was held up is heard whole, and time is caught up in the pause behind it', () => {
  const inbox = createInbox();
  inbox.add(loud(100));
  inbox.add(quiet(100));
  inbox.add(loud(10, 7000));
  const out = taken(inbox, 210);
  assert.equal(out.filter((value) => value === 5000).length, 100);
  assert.equal(out.filter((value) => value === 7000).length, 10);
  const at = out.indexOf(7000);
  assert.ok(at >= 140 && at <= 160, `the second speech is heard ${at} frames after the first began, not 200`);
});

test('ten seconds are kept at most', () => {
  const inbox = createInbox();
  inbox.add(loud(600, 100));
  inbox.add(loud(500, 6000));
  assert.equal(inbox.next()[0], 6000);
});

test('where speech is torn again and again, more is waited for, until the network is even for a while', () => {
  const inbox = createInbox();
  /** A second of speech, of which nothing comes for 160 ms of each 400: how often it is torn. */
  const torn = () => {
    let [tears, before] = [0, 0];
    for (let frame = 0; frame < 200; frame++) {
      if (frame % 20 === 0) inbox.add(loud(12));
      if (frame % 20 > 7) inbox.add(loud(1).subarray(0, 213));
      const [value] = inbox.next();
      if (before !== 0 && value === 0) tears++;
      before = value!;
    }
    return tears;
  };
  assert.ok(torn() <= 6);
  assert.ok(torn() <= 1, 'it has learned');
  inbox.add(loud(10));
  inbox.add(quiet(4000));
  taken(inbox, 3800);
  inbox.clear();
  inbox.add(loud(2));
  assert.deepEqual(taken(inbox, 2), [5000, 5000]);
});

test('the end of speech is not waited for longer than a second and a half', () => {
  const inbox = createInbox();
  for (let round = 0; round < 6; round++) {
    inbox.add(loud(50));
    taken(inbox, 60);
  }
  inbox.add(loud(5));
  const out = taken(inbox, 90);
  assert.equal(out.filter((value) => value === 5000).length, 5);
});

for (const ppm of [-100, 100]) {
  test(`a microphone's clock that is off by ${ppm} millionths tears no word in 40 minutes, and nothing is heard ever later`, () => {
    const inbox = createInbox();
    let [came, tears, before, held] = [0, 0, 0, 0];
    for (let frame = 0; frame < 40 * 60 * 50; frame++) {
      const until = Math.round((frame + 2) * 320 * (1 + ppm / 1e6));
      const isLoud = came % 64_000 < 48_000;
      inbox.add(new Int16Array(until - came).fill(isLoud ? 5000 : 3));
      came = until;
      const [value] = inbox.next();
      if (before === 5000 && value === 0) tears++;
      if (value === 5000 && !isLoud) held++;
      before = value!;
    }
    assert.equal(tears, 0);
    assert.ok(held < 600 * 10, `${held} frames came later than their pause began`);
  });
}
