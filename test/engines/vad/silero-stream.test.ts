import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { VadEvent } from '#server/engines/vad/port.ts';
import { createSileroVad } from '#server/engines/vad/silero.ts';
import { bundledModel } from '#test/support/bundled-model.ts';
import { joinSamples, never, silence, speak, writePcm } from '#test/support/speech-sounds.ts';
import { piecesOf, toFloats } from '#test/support/streams.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { seededRandom } from '../../../testkit/random.ts';

let vad: Awaited<ReturnType<typeof createSileroVad>>;
let folder: string;
/** Two sentences and one that is cut off by the end, 18 s: the file port hears it in one piece too. */
let short: Int16Array;

before(async (t) => {
  folder = await tempFolder(t as never);
  vad = await createSileroVad({ modelPath: bundledModel('silero-vad-v6.onnx') });
  const say = async (text: string, voice: string) => (await speak(text, voice, folder)).samples;
  const first = await say('When something goes wrong I write down what happened and call the team.', 'rms');
  const second = await say('No. We had to finish the report before Friday.', 'slt');
  short = joinSamples([silence(1337), first, silence(900), second, silence(310), first.subarray(0, 40_001)]);
});

const ofFile = async (samples: Int16Array) =>
  vad.detectSpeech({
    pcmPath: await writePcm(`${folder}/sound.pcm`, samples),
    within: [{ startMs: 0, endMs: samples.length / 16 }],
    signal: never,
  });

type Edge = VadEvent & { type: 'speech-start' | 'speech-end' };
const isEdge = (event: VadEvent): event is Edge =>
  event.type === 'speech-start' || event.type === 'speech-end';

async function ofStream(samples: Int16Array, sizes: () => number) {
  const session = vad.start({ signal: never });
  const events: VadEvent[] = [];
  for (const piece of piecesOf(toFloats(samples), sizes)) events.push(...(await session.push(piece)));
  events.push(...(await session.end()));
  const starts = events.filter((event) => event.type === 'speech-start');
  assert.deepEqual(
    events.flatMap((event) => (isEdge(event) ? [[event.type, event.startMs]] : [])),
    starts.flatMap(({ startMs }) => [
      ['speech-start', startMs],
      ['speech-end', startMs],
    ]),
    'each start is followed by its end',
  );
  return events.flatMap((event) =>
    event.type === 'speech-end' ? [{ startMs: event.startMs, endMs: event.endMs }] : [],
  );
}

const random = seededRandom(7);
for (const [title, sizes] of [
  ['all at once', () => 1e9],
  ['in pieces of 20 ms', () => 320],
  ['in pieces of 333 samples', () => 333],
  ['in pieces of any size', () => Math.floor(2500 * random() ** 3)],
] as const) {
  test(`a stream pushed ${title} has the spans of the file`, async () => {
    const expected = await ofFile(short);
    assert.ok(expected.length >= 3, JSON.stringify(expected));
    assert.deepEqual(await ofStream(short, sizes), expected);
  });
}

test('over minutes a stream differs from the file by two frames at most, where the file is heard in pieces', async () => {
  const long = joinSamples(Array.from({ length: 6 }, () => [short, silence(400)]).flat());
  const [expected, found] = [await ofFile(long), await ofStream(long, () => 320)];
  assert.equal(found.length, expected.length);
  for (const [at, span] of found.entries()) {
    assert.ok(Math.abs(span.startMs - expected[at]!.startMs) <= 64, JSON.stringify([span, expected[at]]));
    assert.ok(Math.abs(span.endMs - expected[at]!.endMs) <= 64, JSON.stringify([span, expected[at]]));
  }
});

test('an edge is told as soon as it is certain: a start within 0.4 s, an end within 0.4 s', async () => {
  const session = vad.start({ signal: never });
  const expected = await ofFile(short);
  const told: number[] = [];
  let nowMs = 0;
  for (const piece of piecesOf(toFloats(short), () => 320)) {
    nowMs += piece.length / 16;
    for (const event of await session.push(piece)) {
      if (!isEdge(event)) continue;
      told.push(nowMs - (event.type === 'speech-start' ? event.startMs : event.endMs));
    }
  }
  assert.equal(told.length, 2 * expected.length - 1, 'the last is still open');
  for (const lateMs of told) assert.ok(lateMs > 0 && lateMs <= 400, `${lateMs} ms`);
});

test('pushes that are not waited for are heard in their order', async () => {
  const session = vad.start({ signal: never });
  const pushes = piecesOf(toFloats(short), () => 999).map((piece) => session.push(piece));
  const events = (await Promise.all([...pushes, session.end()])).flat();
  const expected = await ofFile(short);
  assert.deepEqual(
    events.flatMap((event) => (event.type === 'speech-end' ? event.endMs : [])),
    expected.map(({ endMs }) => endMs),
  );
});

test('a stream stops when told to, and says clearly that it has ended', async () => {
  const stop = new AbortController();
  const stopped = vad.start({ signal: stop.signal });
  const push = stopped.push(toFloats(short));
  stop.abort(new Error('the call was cut'));
  await assert.rejects(push, /the call was cut/);
  await assert.rejects(stopped.end(), /the call was cut/);

  const ended = vad.start({ signal: never });
  assert.deepEqual(await ended.end(), []);
  await assert.rejects(ended.push(new Float32Array(320)), /has ended: start another/);
  await assert.rejects(ended.end(), /has ended/);
});

test('speech is told as likely within 140 ms of its first loud sound, once for each stretch, and never in silence', async () => {
  const sound = joinSamples([silence(1000), short]);
  const session = vad.start({ signal: never });
  const likely: { startMs: number; toldMs: number }[] = [];
  const starts: number[] = [];
  let nowMs = 0;
  for (const piece of piecesOf(toFloats(sound), () => 320)) {
    nowMs += piece.length / 16;
    for (const event of await session.push(piece)) {
      if (event.type === 'speech-likely') likely.push({ startMs: event.startMs, toldMs: nowMs });
      if (event.type === 'speech-start') starts.push(event.startMs);
    }
  }
  assert.ok(starts.length >= 3, `${starts}`);
  // A start lies up to 120 ms before the first frame that was heard as speech.
  for (const startMs of starts) {
    const own = likely.filter((one) => Math.abs(one.startMs - startMs) <= 250);
    assert.equal(own.length, 1, `${startMs}: ${JSON.stringify(likely)}`);
    assert.ok(own[0]!.toldMs - own[0]!.startMs <= 140, JSON.stringify(own));
  }
  assert.ok(!likely.some(({ startMs }) => startMs < 1000));
});

test('a pause of speech is told 200 ms before its end is certain', async () => {
  const session = vad.start({ signal: never });
  let pausedMs: number | undefined;
  const ahead: number[] = [];
  let nowMs = 0;
  for (const piece of piecesOf(toFloats(short), () => 320)) {
    nowMs += piece.length / 16;
    for (const event of await session.push(piece)) {
      if (event.type === 'speech-pausing') pausedMs = nowMs;
      if (event.type === 'speech-end') ahead.push(nowMs - pausedMs!);
    }
  }
  assert.ok(ahead.length >= 2);
  for (const ms of ahead) assert.ok(ms >= 180 && ms <= 240, `${ms} ms`);
});
