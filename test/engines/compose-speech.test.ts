import assert from 'node:assert/strict';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import type { StreamingAsrEvent } from '#server/engines/asr/port.ts';
import { composeSpeechEngines } from '#server/engines/compose-speech.ts';
import type { TurnEnd } from '#server/engines/turns/port.ts';
import { ffmpeg, never, readPcm } from '#test/support/speech-sounds.ts';
import { piecesOf, toFloats } from '#test/support/streams.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { moonshineOptions, withoutMoonshine } from '../../testkit/moonshine.ts';
import { comparableWords, wordErrors } from '../../testkit/word-errors.ts';

test('nothing is opened before it is asked for, and what files and streams share is opened once', async (t) => {
  const modelsDir = await tempFolder(t);
  const gone = { ...moonshineOptions('base'), dir: join(modelsDir, 'gone') };
  const broken = composeSpeechEngines({
    modelsDir,
    recogniser: { kind: 'moonshine', ...gone },
    hears: true,
  });
  await assert.rejects(broken.forStreams(), /gone/);
  await assert.rejects(broken.forFiles(), /gone/);

  const engines = composeSpeechEngines({ modelsDir, recogniser: { kind: 'none' }, hears: true });
  const streams = await engines.forStreams();
  assert.deepEqual(streams.asr, []);
  const files = await engines.forFiles();
  assert.equal(files.vad, streams.vad);
  assert.equal(await engines.forFiles(), files);
});

test('people who read are heard as a stream almost as from a file, with their turns', {
  skip: withoutMoonshine(),
}, async (t) => {
  const folder = await tempFolder(t);
  const pcmPath = join(folder, 'readers.pcm');
  const recording = resolve(import.meta.dirname, '../../scripts/sample/readers.mp3');
  await ffmpeg(`-i ${recording} -t 18 -ac 1 -ar 16000 -f s16le ${pcmPath}`);
  const sound = toFloats(await readPcm(pcmPath));
  const { forFiles, forStreams } = composeSpeechEngines({
    modelsDir: folder,
    recogniser: { kind: 'moonshine', ...moonshineOptions('base') },
    hears: true,
  });

  const { asr, turns } = await forStreams();
  const listen = async (size: number) => {
    const finals: StreamingAsrEvent[] = [];
    const ends: TurnEnd[] = [];
    const turn = turns.start({ language: 'en' });
    const started = performance.now();
    const session = asr[0]!.start({
      ...{ language: 'en', hotwords: [], signal: never },
      onEvent(event) {
        turn.hear(event);
        if (event.type === 'final') finals.push(event);
      },
    });
    let nowMs = 0;
    for (const piece of piecesOf(sound, () => size)) {
      turn.push(piece);
      await session.push(piece);
      nowMs += piece.length / 16;
      const end = await turn.advance(nowMs);
      if (end) ends.push(end);
    }
    await session.end();
    t.diagnostic(`pushed by ${size}: ${(nowMs / (performance.now() - started)).toFixed(1)} times real time`);
    return { finals, ends };
  };
  const [whole, cut] = [await listen(sound.length), await listen(320)];
  assert.deepEqual(cut.finals, whole.finals);
  assert.ok(
    cut.ends.length >= 1 && cut.ends.every(({ atMs, endMs }) => atMs > endMs),
    JSON.stringify(cut.ends),
  );

  const batch = await forFiles();
  const within = [{ startMs: 0, endMs: sound.length / 16 }];
  const speech = await batch.vad.detectSpeech({ pcmPath, within, signal: never });
  const { words } = await batch.asr[0]!.transcribe({
    ...{ pcmPath, speech, language: 'en', hotwords: [], signal: never },
  });
  const textOf = (spoken: readonly { text: string }[]) =>
    comparableWords(spoken.map(({ text }) => text).join(' '));
  const streamed = cut.finals.flatMap((event) => (event.type === 'final' ? event.words : []));
  const { rate } = wordErrors(textOf(words), textOf(streamed));
  t.diagnostic(`${(100 * rate).toFixed(1)} % of ${words.length} words differ from those of the file`);
  assert.ok(words.length > 20 && rate <= 0.12, textOf(streamed).join(' '));
});
