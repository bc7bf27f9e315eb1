import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Transcript, TranscriptSegment } from '#server/domain/transcript/segments.ts';
import type { Analysis } from '#server/modules/console/runs/contract.ts';
import { colourOfSpeaker, lanesOf, neighbour } from '#server/web/console/pages/runs/player/lanes.ts';
import { withinSpans } from '#server/web/console/pages/runs/player/played-spans.ts';
import { marksOf, markWords } from '#server/web/console/pages/runs/player/transcript-marks.ts';
import { indexAt } from '#server/web/console/pages/runs/player/word-index.ts';

const segment = (speaker: string, startMs: number, endMs: number): TranscriptSegment => ({
  id: `seg_${startMs}`,
  speaker,
  startMs,
  endMs,
  text: 'said',
  confidence: 1,
  overlap: false,
  words: [{ text: 'said', startMs, endMs, confidence: 1 }],
});

test('lanes join what belongs together and begin with the candidate', () => {
  const speaker = (id: string, role: Transcript['speakers'][number]['role'], speakingMs: number) => ({
    id,
    label: id,
    role,
    speakingMs,
    wordCount: 1,
    turnCount: 1,
  });
  const transcript: Transcript = {
    segments: [
      segment('S1', 0, 1000),
      segment('S2', 1500, 3000),
      segment('S2', 3600, 5000),
      segment('S2', 9000, 9500),
    ],
    speakers: [
      speaker('S1', 'interviewer', 1000),
      speaker('S2', 'candidate', 3400),
      speaker('S3', 'other', 0),
    ],
    candidateText: null,
    candidateSpeaker: 'S2',
  };
  const lanes = lanesOf(transcript);
  assert.deepEqual(
    lanes.map((lane) => [lane.speaker.id, lane.spans]),
    [
      [
        'S2',
        [
          { startMs: 1500, endMs: 5000 },
          { startMs: 9000, endMs: 9500 },
        ],
      ],
      ['S1', [{ startMs: 0, endMs: 1000 }]],
    ],
  );
  assert.notEqual(colourOfSpeaker(lanes, 'S1'), colourOfSpeaker(lanes, 'S2'));
  assert.equal(colourOfSpeaker(lanes, 'unknown'), 'gray');
});

const answers = [
  { startMs: 1000, endMs: 2000 },
  { startMs: 5000, endMs: 9000 },
];

for (const [positionMs, previous, next] of [
  [0, undefined, 1000],
  [1000, undefined, 5000],
  [1800, undefined, 5000],
  [5200, 1000, undefined],
  [8000, 5000, undefined],
] as const) {
  test(`from ${positionMs} ms the answers around are at ${previous} and ${next}`, () => {
    assert.equal(neighbour(answers, positionMs, 'previous'), previous);
    assert.equal(neighbour(answers, positionMs, 'next'), next);
  });
}

test('only the spans asked for are played', () => {
  assert.equal(withinSpans(answers, 0), 1000);
  assert.equal(withinSpans(answers, 1500), 1500);
  assert.equal(withinSpans(answers, 2000), 5000);
  assert.equal(withinSpans(answers, 9000), undefined);
});

test('the word at a time is the last that has begun', () => {
  const startsMs = [100, 200, 200, 900];
  for (const [positionMs, place] of [
    [0, -1],
    [100, 0],
    [199, 0],
    [200, 2],
    [5000, 3],
  ] as const) {
    assert.equal(indexAt(startsMs, positionMs), place);
  }
  assert.equal(indexAt([], 5), -1);
});

test('words show doubt, hesitation, rarity and unclear sounds', () => {
  const words = [
    { text: 'um', startMs: 0, endMs: 200, confidence: 0.2, filler: true as const },
    { text: 'we', startMs: 300, endMs: 400, confidence: 0.5 },
    { text: 'we', startMs: 400, endMs: 500, confidence: 0.9 },
    { text: 'reconcile', startMs: 1500, endMs: 2000, confidence: 0.9 },
    { text: 'sam', startMs: 2000, endMs: 2200, confidence: 0.1, uncertain: true as const },
  ];
  const norms = { confidence: 'high', warnings: [] };
  const analysis = {
    vocabulary: { ...norms, score: 3, rareWords: [{ startMs: 1500, rank: 9000 }] },
    fluency: {
      ...norms,
      score: 3,
      hesitations: {
        repairs: [{ startMs: 300, endMs: 500 }],
        pauses: [
          { startMs: 500, endMs: 1500 },
          { startMs: 200, endMs: 300 },
        ],
      },
    },
    accent: {
      ...norms,
      score: 3,
      words: [
        { startMs: 1500, gop: -1.4 },
        { startMs: 400, gop: -0.2 },
      ],
    },
  } as unknown as Analysis;
  const seen = markWords({ ...segment('S2', 0, 2200), words }, marksOf(analysis));
  assert.deepEqual(
    seen.map(({ isDoubtful, isRepaired, isUnclear, rareRank, pauseBeforeMs }) => [
      isDoubtful,
      isRepaired,
      isUnclear,
      rareRank,
      pauseBeforeMs,
    ]),
    [
      [false, false, false, undefined, undefined],
      [true, true, false, undefined, undefined],
      [false, true, false, undefined, undefined],
      [false, false, true, 9000, 1000],
      [false, false, false, undefined, undefined],
    ],
  );
  const abstained = { vocabulary: { score: null, reason: 'Too little.' }, fluency: null, accent: null };
  assert.equal(marksOf(abstained as unknown as Analysis).rareRanks.size, 0);
  assert.equal(marksOf(null).pauses.length, 0);
});
