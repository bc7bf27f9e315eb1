import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Span, Word } from '#server/domain/transcript/types.ts';
import type { StreamingAsrEvent } from '#server/engines/asr/port.ts';
import { streaming } from '#server/engines/asr/streaming/streaming.ts';
import { never } from '#test/support/speech-sounds.ts';
import {
  piecesOf,
  type ScriptedHearing,
  scriptedAsr,
  scriptedVad,
  wordsByLoudness,
} from '#test/support/streams.ts';

const word = (text: string): Word => ({ text, startMs: 0, endMs: 100, confidence: 1 });
/** Seconds of sound that is 0.5 everywhere. */
const loud = (seconds: number) => new Float32Array(16_000 * seconds).fill(0.5);

function open(
  speech: readonly Span[],
  hear: ScriptedHearing,
  over: { signal?: AbortSignal; onEvent?: () => void } = {},
) {
  const events: StreamingAsrEvent[] = [];
  const session = streaming(scriptedAsr(hear), scriptedVad(speech)).start({
    ...{ language: 'en', hotwords: ['Anna'], signal: never },
    ...over,
    onEvent(event) {
      over.onEvent?.();
      events.push(event);
    },
  });
  const finals = () => events.filter((event) => event.type === 'final');
  return { session, events, finals };
}

/** A recogniser whose every answer is waited for. */
function slowRecogniser() {
  const asked: {
    lengthMs: number;
    signal: AbortSignal;
    answer: (words: Word[]) => void;
    fail: (error: Error) => void;
  }[] = [];
  const hear: ScriptedHearing = ({ samples, signal }) =>
    new Promise((resolve, reject) => {
      asked.push({ lengthMs: samples.length / 16, signal, answer: resolve, fail: reject });
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  return { asked, hear };
}

const settled = async () => {
  for (let turn = 0; turn < 5; turn++) await setImmediate();
};

test('leaves partials out while the recogniser is busy, and calls one off for a final', async () => {
  const { asked, hear } = slowRecogniser();
  const { session, events, finals } = open([{ startMs: 500, endMs: 5000 }], hear);
  for (const piece of piecesOf(loud(4), () => 320)) await session.push(piece);
  assert.equal(asked.length, 1, 'one partial is under way, no other waits');
  await session.push(loud(2));
  await settled();
  assert.deepEqual([asked.length, asked[0]!.signal.aborted], [2, true]);
  asked[1]!.answer([word('all')]);
  await session.end();
  assert.deepEqual(
    events.map(({ type }) => type),
    ['speech-start', 'speech-end', 'final'],
  );
  assert.deepEqual(
    finals()[0]!.words,
    [{ ...word('all'), startMs: 300, endMs: 400 }],
    'on the clock of the stream',
  );
});

test('tells the words so far again and again where the recogniser keeps up', async () => {
  const { session, events } = open([{ startMs: 500, endMs: 5000 }], wordsByLoudness);
  for (const piece of piecesOf(loud(6), () => 320)) {
    await session.push(piece);
    await settled();
  }
  await session.end();
  const counts = events.flatMap((event) => (event.type === 'partial' ? event.words.length : []));
  assert.ok(counts.length >= 9 && counts.length <= 12, `${counts}`);
  assert.deepEqual(
    counts,
    counts.toSorted((a, b) => a - b),
  );
});

test('a recogniser that takes a second for the words so far is asked half of the time only', async () => {
  const { asked, hear } = slowRecogniser();
  const { session } = open([{ startMs: 0, endMs: 20_000 }], hear);
  let [busyMs, answered] = [0, 0];
  for (const [index, piece] of piecesOf(loud(12), () => 1600).entries()) {
    await session.push(piece);
    await settled();
    const atMs = 100 * (index + 1);
    const { length } = asked;
    if (length === answered) continue;
    busyMs += 100;
    if (busyMs % 1000 !== 0) continue;
    asked[length - 1]!.answer([]);
    answered = length;
    assert.ok(busyMs <= atMs / 2 + 1000, `asked ${length} times in ${atMs} ms`);
    await settled();
  }
  assert.ok(asked.length >= 4, `asked ${asked.length} times`);
});

test('who is late hears each utterance once, and tells partials again when the sound has been caught up with', async () => {
  const { asked, hear } = slowRecogniser();
  const speech = [
    { startMs: 500, endMs: 5000 },
    { startMs: 8000, endMs: 12_000 },
  ];
  const { session, finals } = open(speech, hear);
  for (const piece of piecesOf(loud(7), () => 1600)) {
    await session.push(piece, 20_000);
    await settled();
  }
  assert.equal(asked.length, 1, 'the final alone');
  asked[0]!.answer([word('late')]);
  await settled();
  assert.equal(finals().length, 1);
  for (const piece of piecesOf(loud(3), () => 1600)) await session.push(piece, 200);
  assert.equal(asked.length, 2, 'a partial');
});

test('a push waits while two closed utterances are not recognised, and no final is lost', async () => {
  const { asked, hear } = slowRecogniser();
  const speech = [0, 1, 2].map((at) => ({ startMs: 2000 * at + 500, endMs: 2000 * at + 600 }));
  const { session, finals } = open(speech, hear);
  let accepted = false;
  const pushed = session.push(loud(6)).then(() => {
    accepted = true;
  });
  await settled();
  assert.deepEqual([asked.length, accepted], [1, false]);
  for (const text of ['one', 'two', 'three']) {
    await settled();
    asked.at(-1)!.answer([word(text)]);
  }
  await pushed;
  await session.end();
  assert.deepEqual(
    finals().map(({ words }) => words[0]!.text),
    ['one', 'two', 'three'],
  );
});

test('divides speech without a pause at its quietest moment, so that no window is longer than 30 s', async () => {
  const sound = loud(70);
  // Somewhat quieter for 300 ms around 25 s and around 45 s.
  for (const atMs of [25_000, 45_000]) sound.fill(0.1, 16 * (atMs - 150), 16 * (atMs + 150));
  const lengths: number[] = [];
  const { session, finals } = open([{ startMs: 1000, endMs: 68_000 }], ({ samples }) => {
    lengths.push(samples.length / 16);
    return [];
  });
  for (const piece of piecesOf(sound, () => 4321)) await session.push(piece);
  await session.end();
  assert.ok(Math.max(...lengths) <= 30_400, `${lengths}`);
  const spans = finals().map(({ startMs, endMs }) => [startMs, endMs]);
  assert.equal(spans[0]![0], 1000);
  assert.equal(spans.at(-1)![1], 68_000);
  spans.slice(1).forEach(([startMs], at) => {
    assert.equal(startMs, spans[at]![1], 'nothing is lost or heard twice');
  });
  for (const [at, quietMs] of [25_000, 45_000].entries()) {
    assert.ok(Math.abs(spans[at]![1]! - quietMs) <= 100, `${spans}`);
  }
});

/** What is held after collections: what waits for one is not counted. Buffers are given back behind a collection, in their own time. */
async function keptBytes(): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  let least = Number.POSITIVE_INFINITY;
  for (let times = 0; times < 5; times++) {
    collect();
    await settled();
    least = Math.min(least, process.memoryUsage().arrayBuffers);
  }
  return least;
}

test('twenty minutes of speech take as much memory as one', async () => {
  const { session } = open([{ startMs: 500, endMs: 4e6 }], () => []);
  const minute = loud(60);
  await session.push(minute);
  const before = await keptBytes();
  for (let minutes = 0; minutes < 19; minutes++) await session.push(minute);
  const grownMb = ((await keptBytes()) - before) / 2 ** 20;
  await session.end();
  // Windows of 2 MB, some of which wait for the collector all the same.
  assert.ok(grownMb < 30, `${grownMb} MB; the sound has 73`);
});

test('an abort reaches the recogniser and frees the session, whatever it waits for', async () => {
  const { asked, hear } = slowRecogniser();
  const stop = new AbortController();
  const speech = [0, 1].map((at) => ({ startMs: 2000 * at + 500, endMs: 2000 * at + 1000 }));
  const { session, finals } = open(speech, hear, { signal: stop.signal });
  const pushed = session.push(loud(4));
  await settled();
  stop.abort(new Error('hung up'));
  await assert.rejects(pushed, /hung up/);
  assert.ok(asked.every(({ signal }) => signal.aborted));
  await assert.rejects(session.end(), /hung up/);
  assert.deepEqual(finals(), []);
});

test('a recogniser that fails ends the session with its error', async () => {
  const { asked, hear } = slowRecogniser();
  const { session, finals } = open([{ startMs: 500, endMs: 600 }], hear);
  await session.push(loud(2));
  asked[0]!.fail(new Error('out of memory'));
  await settled();
  await assert.rejects(session.push(loud(1)), /out of memory/);
  await assert.rejects(session.end(), /out of memory/);
  assert.deepEqual(finals(), []);
});

test('a partial that fails changes nothing', async () => {
  const { asked, hear } = slowRecogniser();
  const { session, finals } = open([{ startMs: 500, endMs: 3000 }], hear);
  await session.push(loud(2));
  asked[0]!.fail(new Error('a hiccup'));
  await settled();
  await session.push(loud(2));
  asked.at(-1)!.answer([word('fine')]);
  await session.end();
  assert.equal(finals()[0]!.words[0]!.text, 'fine');
});

test('a listener that throws ends the session', async () => {
  for (const failsAt of [1, 2, 3]) {
    let told = 0;
    const onEvent = () => {
      if (++told === failsAt) throw new Error('nobody listens');
    };
    const { session } = open([{ startMs: 500, endMs: 1000 }], wordsByLoudness, { onEvent });
    await assert.rejects(
      session.push(loud(2)).then(() => session.end()),
      /nobody listens/,
    );
  }
});

test('a recogniser of files is given one that is gone afterwards, also when it fails', async () => {
  const heardIn = async () => (await readdir(tmpdir())).filter((name) => name.startsWith('assay-heard-'));
  const before = await heardIn();
  const { transcribeSound, ...ofFiles } = scriptedAsr(() => []);
  assert.ok(transcribeSound);
  for (const fails of [false, true]) {
    let bytes = 0;
    const batch = {
      ...ofFiles,
      async transcribe({ pcmPath, speech }: { pcmPath: string; speech: readonly Span[] }) {
        bytes = (await readFile(pcmPath)).length;
        assert.deepEqual(speech, [{ startMs: 0, endMs: bytes / 32 }]);
        if (fails) throw new Error('no');
        return { words: [], detectedLanguage: 'en', languageProbability: null, warnings: [] };
      },
    };
    const session = streaming(batch, scriptedVad([{ startMs: 500, endMs: 1000 }])).start({
      ...{ language: 'en', hotwords: [], signal: never, onEvent: () => {} },
    });
    await session.push(loud(2));
    const [ended] = await Promise.allSettled([session.end()]);
    assert.equal(ended.status, fails ? 'rejected' : 'fulfilled');
    assert.equal(ended.status === 'rejected' ? ended.reason.message : null, fails ? 'no' : null);
    assert.equal(bytes, 32 * 900);
  }
  assert.deepEqual(await heardIn(), before);
});
