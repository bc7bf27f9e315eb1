import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AlignedWord } from '#server/domain/transcript/types.ts';
import type { SpeakerEngine } from '#server/engines/speakers/port.ts';
import { assignSpeakers } from '#server/modules/speech/pipeline/assign-speakers.ts';
import { detectCandidate } from '#server/modules/speech/pipeline/detect-candidate.ts';
import { diarise } from '#server/modules/speech/pipeline/diarise.ts';
import type { SpeechEngines } from '#server/modules/speech/pipeline/engines.ts';
import type { StepContext } from '#server/pipeline/step.ts';

const word = (startMs: number, text: string): AlignedWord => ({
  text,
  startMs,
  endMs: startMs + 300,
  confidence: 0.9,
});
const input = {
  pcm: { path: 'a.pcm', durationMs: 10_000 },
  channelPcm: null,
  source: { format: 'wav', channels: 1, sampleRateHz: 16_000, codec: 'mp3', clippedShare: 0, peakDb: -3 },
  speech: [
    { startMs: 0, endMs: 2000 },
    { startMs: 3000, endMs: 5000 },
  ],
  snrDb: 20,
};

function contextWith(diariser: SpeakerEngine['diarise'], signal = new AbortController().signal) {
  const degraded: string[] = [];
  const context = {
    engines: { asr: [], speakers: { id: 'fake', diarise: diariser } },
    workDir: '.',
    signal,
    reportProgress: () => {},
    degrade: (reason: string) => degraded.push(reason),
  } as unknown as StepContext<SpeechEngines>;
  return { context, degraded };
}

test('the speakers are told apart without a word', async () => {
  const { context, degraded } = contextWith(async ({ channelPcmPaths }) => {
    assert.equal(channelPcmPaths, null);
    return {
      turns: [
        { speaker: 'S1', startMs: 0, endMs: 2000, overlap: false },
        { speaker: 'S2', startMs: 3000, endMs: 5000, overlap: false },
      ],
      heard: [],
      speakerCount: 2,
      countProbability: 0.97,
      method: 'fake',
      warnings: ['careful'],
    };
  });
  const out = await diarise.run(input, context);
  assert.equal(out.turns.length, 2);
  assert.deepEqual(out.diarisation, { method: 'fake', warnings: ['careful'], countProbability: 0.97 });
  assert.equal(out.speakerCount, 2);
  assert.deepEqual(degraded, []);
});

test('every word gets the speaker of its turn', async () => {
  const { context } = contextWith(async () => assert.fail());
  const { spokenWords } = await assignSpeakers.run(
    {
      alignedWords: [word(100, 'hello'), word(3100, 'good')],
      alignment: { engineId: null, alignedShare: 0 },
      turns: [
        { speaker: 'S1', startMs: 0, endMs: 2000, overlap: false },
        { speaker: 'S2', startMs: 3000, endMs: 5000, overlap: false },
      ],
      speakerCount: 2,
      diarisation: { method: 'fake', warnings: [] },
    },
    context,
  );
  assert.deepEqual(
    spokenWords.map(({ text, speaker }) => [text, speaker]),
    [
      ['hello', 'S1'],
      ['good', 'S2'],
    ],
  );
});

test('a diariser that fails leaves one speaker and a run that says so', async () => {
  const { context, degraded } = contextWith(async () => {
    throw new Error('no model');
  });
  const out = await diarise.run(input, context);
  assert.deepEqual(new Set(out.turns.map(({ speaker }) => speaker)), new Set(['S1']));
  assert.deepEqual(
    out.turns.map(({ startMs, endMs }) => [startMs, endMs]),
    [
      [0, 2000],
      [3000, 5000],
    ],
  );
  assert.equal(out.speakerCount, 1);
  assert.equal(degraded.length, 1);
  assert.match(degraded[0]!, /could not be told apart/);
});

test('a cancelled run is not taken for a failed diariser', async () => {
  const controller = new AbortController();
  const { context, degraded } = contextWith(async () => {
    controller.abort();
    throw new Error('stopped');
  }, controller.signal);
  await assert.rejects(diarise.run(input, context), { name: 'AbortError' });
  assert.deepEqual(degraded, []);
});

test('the candidate step names the speaker, and ends the run when there is no speech', async () => {
  const { context } = contextWith(async () => assert.fail());
  const spoken = { ...word(0, 'hello'), speaker: 'S1', overlap: false };
  const diarised = {
    words: [],
    recognition: {
      engineId: 'fake',
      meanConfidence: 0.9,
      detectedLanguage: 'en',
      languageProbability: null,
      warnings: [],
    },
    turns: [{ speaker: 'S1', startMs: 0, endMs: 300, overlap: false }],
    spokenWords: [spoken],
    alignedWords: [spoken],
    alignment: { engineId: null, alignedShare: 0 },
    speakerCount: 1,
    speech: [],
    snrDb: null,
    diarisation: { method: 'fake', warnings: [] },
  };
  const { candidate } = await detectCandidate.run({ ...diarised, language: 'en' }, context);
  assert.equal(candidate.speaker, 'S1');
  assert.equal(candidate.confidence, 'high');
  await assert.rejects(
    detectCandidate.run({ ...diarised, turns: [], spokenWords: [], language: 'en' }, context),
    { code: 'TRANSCRIPTION_FAILED' },
  );
});
