import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildTranscript } from '#server/domain/transcript/segments.ts';
import type { Turn } from '#server/domain/transcript/types.ts';
import { spoken } from '#test/support/speech-state.ts';

const turn = (speaker: string, startMs: number, endMs: number): Turn => ({
  speaker,
  startMs,
  endMs,
  overlap: false,
});
const candidate = { speaker: 'S2', speakerLabel: 'Speaker 2' };

test('a new segment begins with another speaker and after a pause of more than a second', () => {
  const words = [
    ...spoken('S1', 0, 'how are you'),
    ...spoken('S2', 1200, 'fine thanks'),
    ...spoken('S2', 2900, 'and you'), // 1000 ms after "thanks"
    ...spoken('S2', 4601, 'today'), // 1001 ms after "you"
  ];
  const { segments } = buildTranscript({ words, turns: [], candidate });
  assert.deepEqual(
    segments.map(({ id, speaker, startMs, endMs, text }) => [id, speaker, startMs, endMs, text]),
    [
      ['seg_1', 'S1', 0, 1100, 'how are you'],
      ['seg_2', 'S2', 1200, 3600, 'fine thanks and you'],
      ['seg_3', 'S2', 4601, 4901, 'today'],
    ],
  );
});

test('no segment is longer than half a minute', () => {
  const words = spoken('S1', 0, Array(200).fill('word').join(' '));
  const { segments } = buildTranscript({ words, turns: [], candidate: null });
  assert.equal(segments.length, 3);
  assert.ok(segments.every(({ startMs, endMs }) => endMs - startMs <= 30_000));
  assert.equal(segments.flatMap((segment) => segment.words).length, 200, 'no word is lost');
});

test('a long segment ends with a whole sentence where sentences are marked', () => {
  const sentence = 'We met every week and talked about the plan.';
  const words = spoken('S1', 0, Array(12).fill(sentence).join(' '));
  const { segments } = buildTranscript({ words, turns: [], candidate: null });
  assert.ok(segments.length > 1);
  for (const { text, startMs, endMs } of segments) {
    assert.match(text, /plan\.$/);
    assert.ok(endMs - startMs <= 30_000);
  }
  assert.equal(segments.flatMap((segment) => segment.words).length, words.length, 'no word is lost');
});

test('a speaker who stops to think inside a sentence begins no new segment', () => {
  const pauseAfter = (text: string) => [...spoken('S1', 0, text), ...spoken('S1', 3500, 'in Lisbon. Then')];
  const count = (text: string) =>
    buildTranscript({ words: pauseAfter(text), turns: [], candidate: null }).segments.length;
  assert.equal(count('Yes. I used to live'), 1, '1.5 s inside a sentence');
  assert.equal(count('Yes. I used to live.'), 2, '1.5 s behind one');
});

test('an uncertain word is never shown as certain', () => {
  const words = spoken('S2', 0, 'I worked there').map((word) =>
    word.text === 'worked' ? { ...word, confidence: 0.1, unsupported: true } : word,
  );
  const { segments, candidateText } = buildTranscript({ words, turns: [], candidate });
  assert.equal(segments[0]?.text, 'I [worked?] there');
  assert.equal(candidateText, 'I [worked?] there');
  assert.deepEqual(segments[0]?.words[1], {
    text: 'worked',
    startMs: 400,
    endMs: 700,
    confidence: 0.1,
    uncertain: true,
  });
  assert.equal(segments[0]?.confidence, 0.633, 'mean of 0.9, 0.1 and 0.9');
});

test('speakers are described from their turns; fillers are no words', () => {
  const words = [
    ...spoken('S1', 0, 'what now'),
    ...spoken('S2', 2000, 'um yes').map((word) => (word.text === 'um' ? { ...word, filler: true } : word)),
  ];
  const turns = [turn('S1', 0, 1000), turn('S2', 2000, 5000), turn('S3', 6000, 6100), turn('S2', 7000, 8000)];
  const { speakers, candidateSpeaker } = buildTranscript({ words, turns, candidate });
  assert.deepEqual(speakers, [
    { id: 'S1', label: 'Speaker 1', role: 'interviewer', speakingMs: 1000, wordCount: 2, turnCount: 1 },
    { id: 'S2', label: 'Speaker 2', role: 'candidate', speakingMs: 4000, wordCount: 1, turnCount: 2 },
    { id: 'S3', label: 'Speaker 3', role: 'other', speakingMs: 100, wordCount: 0, turnCount: 1 },
  ]);
  assert.equal(candidateSpeaker, 'S2');
});

test('a segment lasts while its speaker is heard around its words, up to its neighbours, and no further where turns are not measured', () => {
  const words = [
    ...spoken('S1', 1000, 'how are you'), // until 2100
    ...spoken('S2', 4000, 'fine'), // until 4300
    ...spoken('S2', 6000, 'thanks'),
  ];
  const spansWith = (turns: Turn[]) =>
    buildTranscript({ words, turns, candidate }).segments.map(({ startMs, endMs }) => [startMs, endMs]);
  assert.deepEqual(spansWith([turn('S1', 800, 3000), turn('S2', 2800, 5200), turn('S2', 5900, 6600)]), [
    [800, 3000],
    [3000, 5200],
    [5900, 6600],
  ]);
  assert.deepEqual(spansWith([turn('S1', 0, 60_000), turn('S2', 0, 60_000)]), [
    [0, 4000],
    [4000, 6000],
    [6000, 9300],
  ]);
});

test('a turn in which no word was understood is told of, and is no text of the candidate', () => {
  const words = [...spoken('S1', 0, 'anything else'), ...spoken('S1', 4000, 'good')];
  const turns = [
    turn('S1', 0, 800),
    turn('S2', 1500, 2400),
    turn('S2', 3000, 3200), // a breath
    turn('S2', 3900, 4400), // beneath a word
    turn('S1', 4000, 4300),
  ];
  const { segments, candidateText } = buildTranscript({ words, turns, candidate });
  assert.deepEqual(
    segments.map(({ id, speaker, text }) => [id, speaker, text]),
    [
      ['seg_1', 'S1', 'anything else'],
      ['seg_2', 'S2', '[…]'],
      ['seg_3', 'S1', 'good'],
    ],
  );
  const { startMs, endMs, confidence, words: understood } = segments[1]!;
  assert.deepEqual([startMs, endMs, confidence, understood], [1500, 2400, 0, []]);
  assert.equal(candidateText, '');
});

test('without a candidate no speaker is called one', () => {
  const { speakers, candidateText, candidateSpeaker } = buildTranscript({
    words: spoken('S1', 0, 'hello'),
    turns: [turn('S1', 0, 500)],
    candidate: null,
  });
  assert.deepEqual([candidateText, candidateSpeaker], [null, null]);
  assert.equal(speakers[0]?.role, 'other');
});

test('nothing said is an empty transcript', () => {
  assert.deepEqual(buildTranscript({ words: [], turns: [], candidate: null }).segments, []);
});
