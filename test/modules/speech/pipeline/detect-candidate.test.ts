import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SpokenWord } from '#server/domain/transcript/types.ts';
import type { AsrEngine } from '#server/engines/asr/port.ts';
import { detectCandidate } from '#server/modules/speech/pipeline/detect-candidate.ts';
import type { SpeechEngines } from '#server/modules/speech/pipeline/engines.ts';
import { takeChosenCandidate } from '#server/modules/speech/pipeline/rescore.ts';
import type { StepContext } from '#server/pipeline/step.ts';
import { spoken } from '#test/support/speech-state.ts';

const recogniser: AsrEngine = {
  id: 'test-recogniser',
  languages: ['en'],
  minMeanConfidence: 0.8,
  minWordConfidence: 0.3,
  advice: 'Import the large model.',
  transcribe: () => assert.fail('nothing is transcribed'),
  check: async () => ({ ok: true, detail: '' }),
};

/** Half of the words at .6, a twentieth at .9; nothing but confidence counts. */
const wordErrors = {
  id: 'test-1',
  sha256: 'ab12',
  features: [{ name: 'meanConfidence', mean: 0.75, sd: 0.15, weight: -0.24 }],
  intercept: 0.47,
  clip: 3,
  interval: { model: 0.05, sampling: 1 },
};
/** Of the same confidences: about a seventh at .75. */
const wordErrorsOfWhisper = { ...wordErrors, id: 'test-whisper', intercept: 0.37 };
const measured: AsrEngine = { ...recogniser, confidences: 'moonshine' };

/** S1 asks with 0.97, S2 answers at length with the confidence given: over the whole recording more than 0.8 where that is 0.75. */
const conversation = (confidence: number): SpokenWord[] =>
  Array.from({ length: 100 }, (_, i) => ({
    text: 'word',
    startMs: i * 300,
    endMs: i * 300 + 300,
    speaker: i < 40 ? 'S1' : 'S2',
    overlap: false,
    confidence: i < 40 ? 0.97 : confidence,
  }));

const contextWith = (
  minMeanConfidence: number | null = null,
  asr = [recogniser],
  maxWordErrors = 0.5,
  degrade: StepContext<SpeechEngines>['degrade'] = () => assert.fail('nothing was lost'),
) =>
  ({
    engines: {
      asr,
      settings: { minMeanConfidence, minWordConfidence: null, maxWordErrors },
      calibration: { wordErrors, wordErrorsOfWhisper },
    },
    degrade,
  }) as unknown as StepContext<SpeechEngines>;

const input = (confidence: number, countProbability = 0.97) => {
  const spokenWords = conversation(confidence);
  return {
    language: 'en',
    words: spokenWords,
    spokenWords,
    turns: [
      { speaker: 'S1', startMs: 0, endMs: 12_000 },
      { speaker: 'S2', startMs: 12_000, endMs: 30_000 },
    ],
    speech: [{ startMs: 0, endMs: 30_000 }],
    snrDb: 30,
    speakerCount: 2,
    diarisation: { method: 'test', warnings: [], countProbability },
    recognition: { engineId: 'test-recogniser', meanConfidence: 0.84 },
  } as unknown as Parameters<typeof detectCandidate.run>[0];
};

test('a candidate who was not understood is not assessed, however clear the interviewer was', async () => {
  await assert.rejects(detectCandidate.run(input(0.75), contextWith()), {
    code: 'TRANSCRIPTION_FAILED',
    message: /Speaker 2, the candidate, said \(mean word confidence 0\.75, needed 0\.80\).*microphone/,
    forOperators: 'Import the large model.',
  });
  const { candidate } = await detectCandidate.run(input(0.8), contextWith());
  assert.equal(candidate.speaker, 'S2');
});

test('no speaker is the candidate with confidence while it is unclear how many people speak', async () => {
  const { candidate } = await detectCandidate.run(input(0.9, 0.5), contextWith());
  assert.equal(candidate.confidence, 'low');
  assert.match(candidate.reason, /How many people speak is not certain/);
});

test('hesitations do not count, and a setting lowers the bar', async () => {
  const withFillers = input(0.81);
  withFillers.spokenWords.push({
    ...{
      text: 'uh',
      startMs: 30_000,
      endMs: 90_000,
      speaker: 'S2',
      confidence: 0.1,
      filler: true,
      overlap: false,
    },
  });
  await detectCandidate.run(withFillers, contextWith());
  await detectCandidate.run(input(0.75), contextWith(0.7));
});

test('words of a recogniser that is not here any more are not judged by the bar of another', async () => {
  await detectCandidate.run(input(0.5), contextWith(null, [{ ...recogniser, id: 'another' }]));
});

test('a person who chooses another speaker is told when that one was not understood', async () => {
  const chosen = (speaker: string) =>
    ({ ...input(0.75), chosen: { speaker, detected: { speaker: 'S1' } } }) as unknown as Parameters<
      typeof takeChosenCandidate.run
    >[0];
  await assert.rejects(takeChosenCandidate.run(chosen('S2'), contextWith()), {
    code: 'TRANSCRIPTION_FAILED',
  });
  const { candidate } = await takeChosenCandidate.run(chosen('S1'), contextWith());
  assert.equal(candidate.speaker, 'S1');
});

test('where the share of misheard words is known, it decides: a score up to a half, a refusal beyond, by the candidate alone', async () => {
  const heard = (confidence: number, maxWordErrors = 0.5) =>
    detectCandidate.run(input(confidence), contextWith(null, [measured], maxWordErrors));
  const { expectedErrors } = await heard(0.7);
  assert.ok(expectedErrors && expectedErrors.rate > 0.25 && expectedErrors.rate < 0.35);
  assert.ok(
    expectedErrors.interval[0] < expectedErrors.rate && expectedErrors.rate < expectedErrors.interval[1],
  );
  assert.deepEqual(expectedErrors.calibration, { id: 'test-1', sha256: 'ab12' });
  await assert.rejects(heard(0.5), {
    code: 'TRANSCRIPTION_FAILED',
    message:
      /Too little of what Speaker 2.*about \d\d %.*need 50 % or less. The voice is too unclear.*microphone/,
    forOperators: 'Import the large model.',
  });
  assert.ok((await heard(0.5, 1)).expectedErrors!.rate > 0.5);
  await assert.rejects(heard(0.7, 0.2), { message: /need 20 % or less/ });
});

test('what confidences mean is known of each family of recognisers by itself', async () => {
  const of = async (confidences: 'moonshine' | 'whisper') => {
    const asr = [{ ...recogniser, confidences }];
    return (await detectCandidate.run(input(0.7), contextWith(null, asr))).expectedErrors!;
  };
  const [moonshine, whisper] = [await of('moonshine'), await of('whisper')];
  assert.deepEqual([moonshine.calibration.id, whisper.calibration.id], ['test-1', 'test-whisper']);
  assert.ok(whisper.rate < moonshine.rate - 0.05);
});

for (const [cause, over, message] of [
  ['noise', { snrDb: 4 }, /hardly stands out from the noise \(4 dB\)/],
  [
    'holes',
    { speech: [{ startMs: 0, endMs: 90_000 }], turns: [{ speaker: 'S2', startMs: 12_000, endMs: 90_000 }] },
    /In \d\d % of the time.*holes/,
  ],
] as const) {
  test(`a refusal names its cause: ${cause}`, async () => {
    await assert.rejects(
      detectCandidate.run({ ...input(0.5), ...(over as object) }, contextWith(null, [measured])),
      { code: 'TRANSCRIPTION_FAILED', message },
    );
  });
}

test('a setting may ask for more confidence than the share of misheard words does', async () => {
  await assert.rejects(detectCandidate.run(input(0.75), contextWith(0.9, [measured])), {
    message: /needed 0\.90/,
  });
});

/** Two people whom the voices did not tell apart: everything is S1's. */
const mergedTalk = [
  'Was it good?',
  'I like it.',
  'What did you eat?',
  'I eat fish.',
  'Do you cook?',
  'Yes, at home.',
];

const merged = () => {
  const spokenWords = mergedTalk.flatMap((text, i) => spoken('S1', i * 4000, text));
  return {
    ...input(0.9),
    spokenWords,
    turns: [{ speaker: 'S1', startMs: 0, endMs: 22_000, overlap: false }],
    speakerCount: 1,
  };
};

test('two people under one name are never a full success: the run is degraded, the candidate low, and the first sentence says so', async () => {
  const lost: string[] = [];
  const found = await detectCandidate.run(
    merged(),
    contextWith(null, [recogniser], 0.5, (reason) => lost.push(reason)),
  );
  assert.equal(found.candidate.confidence, 'low');
  assert.match(
    found.candidate.reason,
    /Two people may have been scored as one: Speaker 1 both asks and answers/,
  );
  assert.deepEqual(
    lost.map((reason) => reason.split(':')[0]),
    ['Two people may have been scored as one'],
  );
  assert.ok(found.secondVoice!.borders.length >= 3);
});

test('nor when a person chooses that name', async () => {
  const lost: string[] = [];
  const chosen = {
    ...merged(),
    chosen: { speaker: 'S1', detected: { speaker: 'S1', speakerLabel: 'Speaker 1', reason: 'One.' } },
  };
  const { candidate } = await takeChosenCandidate.run(
    chosen as unknown as Parameters<typeof takeChosenCandidate.run>[0],
    contextWith(null, [recogniser], 0.5, (reason) => lost.push(reason)),
  );
  assert.equal(candidate.confidence, 'low');
  assert.equal(lost.length, 1);
});

test('an interview that Assay held itself has its speakers from its channels: no second voice is suspected', async () => {
  const heldTurns = [{ speaker: 'candidate', startMs: 0, endMs: 22_000 }] as const;
  const { candidate, secondVoice } = await detectCandidate.run({ ...merged(), heldTurns }, contextWith());
  assert.equal(candidate.confidence, 'high');
  assert.equal(secondVoice, undefined);
});

test('who asks is read off the words as long as no more than two in five are misheard, whatever their mean confidence', async () => {
  /** S1 talks for most of the time and asks all the questions; S2 tells of themselves. */
  const asked = (meanConfidence: number) => {
    const found = input(0.9);
    const say = (speaker: string, text: string, startMs: number, gapMs: number): SpokenWord[] =>
      text.split(' ').map((word, i) => ({
        ...{ text: word, speaker, overlap: false, confidence: meanConfidence },
        startMs: startMs + i * gapMs,
        endMs: startMs + i * gapMs + gapMs - 10,
      }));
    const rounds = Array.from({ length: 6 }, (_, round) => round * 10_000);
    found.spokenWords = rounds.flatMap((at) => [
      ...say('S1', 'what did you do in your last position there?', at, 600),
      ...say('S2', 'I worked in the warehouse and I packed.', at + 6000, 450),
    ]);
    found.turns = rounds.flatMap((at) => [
      { speaker: 'S1', startMs: at, endMs: at + 5400, overlap: false },
      { speaker: 'S2', startMs: at + 6000, endMs: at + 9600, overlap: false },
    ]);
    found.speech = [{ startMs: 0, endMs: 60_000 }];
    found.recognition = { ...found.recognition, meanConfidence };
    return found;
  };
  const context = contextWith(null, [measured], 1);
  const { candidate } = await detectCandidate.run(asked(0.7), context);
  assert.equal(candidate.speaker, 'S2');
  const { candidate: byTime } = await detectCandidate.run(asked(0.5), context);
  assert.equal(byTime.speaker, 'S1');
});
