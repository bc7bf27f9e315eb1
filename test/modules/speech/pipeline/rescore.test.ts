import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { Run } from '#server/modules/runs/types.ts';
import type { SpeechEvidence } from '#server/modules/speech/pipeline/evidence.ts';
import { speechPipeline } from '#server/modules/speech/pipeline/pipeline.ts';
import { needsRecording, rescorePipeline } from '#server/modules/speech/pipeline/rescore.ts';
import {
  createRescoringRunService,
  createSpeechRunService,
} from '#server/modules/speech/pipeline/run-service.ts';
import { scoreAccent } from '#server/modules/speech/pipeline/score-accent.ts';
import { scoreFluency } from '#server/modules/speech/pipeline/score-fluency.ts';
import { scoreVocabulary } from '#server/modules/speech/pipeline/score-vocabulary.ts';
import type { SpeechRun } from '#server/modules/speech/run-type.ts';
import type { RescoringInput } from '#server/modules/speech/stored.ts';
import { runPipeline } from '#server/pipeline/run-pipeline.ts';
import { systemClock } from '#server/time.ts';
import { profiles } from '#test/support/candidate-profiles.ts';
import { scoringContext, scoringInput } from '#test/support/score-interview.ts';
import { finishedState } from '#test/support/speech-state.ts';
import type { Spoken } from '#test/support/spoken-interview.ts';

const run = {
  id: 'run-1',
  serviceType: 'speech',
  language: 'en',
  metadata: {},
  input: { language: 'en', cutSettings: {}, includeCutAudio: false, blobKey: 'speech/run-1/upload' },
} as unknown as SpeechRun;

/** Both talk for minutes: S2 in the first half, S1 in the second. */
function conversation(): Spoken {
  const first = profiles['an eloquent speaker']!();
  const second = profiles['a beginner who searches for words']!();
  const offsetMs = first.turns.at(-1)!.endMs + 1000;
  const swapped = (speaker: string) => (speaker === 'S1' ? 'S2' : 'S1');
  const later = <Timed extends { startMs: number; endMs: number }>(timed: Timed): Timed => ({
    ...timed,
    startMs: timed.startMs + offsetMs,
    endMs: timed.endMs + offsetMs,
  });
  return {
    candidate: 'S2',
    words: [
      ...first.words,
      ...second.words.map((word) => ({
        ...later(word),
        speaker: swapped(word.speaker),
        ...(word.phones && { phones: word.phones.map(later) }),
      })),
    ],
    turns: [
      ...first.turns,
      ...second.turns.map((turn) => ({ ...later(turn), speaker: swapped(turn.speaker) })),
    ],
  };
}

/** What a finished run of the conversation keeps, read back as the worker reads it. */
function keptOf({ words, turns }: Spoken, given: Partial<SpeechRun['input']> = {}) {
  const state = { ...finishedState(), words: [], spokenWords: words, turns, speech: [] };
  const kept = new Map<string, Buffer>();
  const blobs = {
    read: async (key: string) => kept.get(key),
    open: async () => undefined,
  };
  const service = createSpeechRunService({ pipeline: speechPipeline });
  const rescoring = createRescoringRunService({ pipeline: rescorePipeline, blobs });
  const own = { ...run, input: { ...run.input, ...given } };
  for (const [key, content] of Object.entries(service.keptDocuments(state as never, own))) {
    kept.set(key, gzipSync(JSON.stringify(content)));
  }
  return { service, rescoring, run: own, kept };
}

async function rescored(spoken: Spoken, speaker: string) {
  const { rescoring, run } = keptOf(spoken);
  const own = {
    ...run,
    id: 'r-1',
    input: { ...run.input, runId: run.id, speaker, requestedBy: 'u' },
  } as Run<RescoringInput>;
  const context = scoringContext();
  const end = await runPipeline({
    pipeline: rescorePipeline,
    input: await rescoring.buildInput(own, '/lent/upload'),
    stored: [],
    execute: async (step, input) => {
      try {
        return { ok: true, output: await step.run(input, context), degraded: null };
      } catch (error) {
        const { code, message } = error as { code: null; message: string };
        return { ok: false, code, message };
      }
    },
    save: async () => true,
    signal: new AbortController().signal,
    clock: systemClock,
  });
  assert.equal(end.end, 'finished', JSON.stringify(end));
  assert.ok(end.end === 'finished');
  const { state, outcomes } = end;
  return rescoring.buildResult({ state, outcomes, run: own });
}

test('another speaker gets the scores that they would have had as the candidate from the start', async () => {
  const interview = conversation();
  const { result, scoresProduced } = await rescored(interview, 'S1');
  assert.equal(scoresProduced, 3);
  const input = {
    ...scoringInput({ ...interview, candidate: 'S1' }),
    alignment: { engineId: 'x', alignedShare: 1 },
  };
  const context = scoringContext();
  const { vocabulary } = await scoreVocabulary.run(input, context);
  const { fluency } = await scoreFluency.run(input, context);
  const { accent } = await scoreAccent.run(input, context);
  const scoreOf = (scored: object) => (scored as { score: number }).score;
  assert.deepEqual(
    [result.scores.vocabulary, result.scores.fluency, result.scores.accent],
    [scoreOf(vocabulary), scoreOf(fluency), scoreOf(accent)],
  );
  const other = await rescored(interview, 'S2');
  assert.ok(other.result.scores.vocabulary! > result.scores.vocabulary!, 'they are two people');
});

test('the result says that a person chose, whom the recording suggested, and who is who', async () => {
  const { result } = await rescored(conversation(), 'S1');
  assert.equal(result.candidateDetection?.speaker, 'S1');
  assert.match(
    result.candidateDetection!.reason,
    /^A person chose Speaker 1 .* suggested Speaker 2: Speaks 71 %/,
  );
  assert.equal(result.transcript.candidateSpeaker, 'S1');
  assert.deepEqual(
    result.transcript.speakers.map(({ id, role }) => [id, role]),
    [
      ['S1', 'candidate'],
      ['S2', 'interviewer'],
    ],
  );
  assert.ok(result.hrRecommendation && result.candidateFeedback);
  const same = await rescored(conversation(), 'S2');
  assert.match(same.result.candidateDetection!.reason, /suggests the same/);
});

test('what is kept is what was heard, without what can be made of it again, and nothing with analysis=false', () => {
  const { kept, run: own } = keptOf(conversation());
  assert.deepEqual([...kept.keys()], [`speech/${own.id}/evidence.json.gz`]);
  const { service } = keptOf(conversation());
  const state = { ...finishedState(), ...{ words: [] } };
  const [evidence] = Object.values(service.keptDocuments(state as never, own)) as SpeechEvidence[];
  assert.deepEqual(Object.keys(evidence!.heard).sort(), [
    'alignment',
    'diarisation',
    'recognition',
    'snrDb',
    'source',
    'speakerCount',
    'speech',
    'spokenWords',
    'turns',
  ]);
  assert.equal(keptOf(conversation(), { analysis: false }).kept.size, 0);
});

test('the recording is listened to again only where a later step does', () => {
  const aligned = { alignment: { engineId: 'ctc', alignedShare: 1 }, includeCutAudio: false };
  assert.equal(needsRecording(aligned), false);
  assert.equal(needsRecording({ ...aligned, includeCutAudio: true }), true);
  assert.equal(needsRecording({ ...aligned, alignment: { engineId: null, alignedShare: 0 } }), true);
});
