import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tellingLines } from '#server/commands/support-bundle/log-lines.ts';

const kept = (line: object): unknown => JSON.parse(tellingLines(JSON.stringify(line), 10).lines[0]!);

for (const [title, line, left] of [
  [
    'a step that is done',
    { msg: 'step done', step: 'align', durationMs: 12 },
    { step: 'align', durationMs: 12, msg: 'step done' },
  ],
  [
    'ids of clients, keys and people',
    { clientId: 'c', keyId: 'k', userId: 'u', runId: 'r', status: 200 },
    { status: 200 },
  ],
  ['an address', { address: '10.1.2.3', level: 30 }, { level: 30 }],
  ['a message with a name', { msg: 'could not read Zebediah', level: 40 }, { level: 40 }],
  ['a message with a file', { msg: 'could not read cv-of-z.pdf' }, {}],
  ['a message with a number', { msg: 'called 555-1234' }, {}],
  ['a code that is a sentence', { code: 'it was Zebediah', step: 'align' }, { step: 'align' }],
  [
    'a program by its name',
    { msg: 'recogniser failed in an interview; WebRTC, too' },
    { msg: 'recogniser failed in an interview; WebRTC, too' },
  ],
  [
    'where an error came from',
    {
      err: {
        type: 'TypeError',
        message: 'Zebediah',
        code: 'E1',
        stack: 'TypeError: Zebediah\n    at f (a.ts:1)',
        cause: { type: 'Error', message: 'x' },
      },
    },
    { err: { type: 'TypeError', code: 'E1', at: ['at f (a.ts:1)'], cause: { type: 'Error' } } },
  ],
] as const) {
  test(`of ${title} only what a machine wrote is kept`, () => assert.deepEqual(kept(line), left));
}

test('the last lines are taken, whatever a collector wrote before them; others are counted', () => {
  const log = [
    '{"level":30,"msg":"a"}',
    'assay-1  | {"level":30,"msg":"b"}',
    'Segmentation fault',
    '',
    '{"level":40,"msg":"c"}',
  ].join('\n');
  assert.deepEqual(tellingLines(log, 3), {
    lines: ['{"level":30,"msg":"b"}', '{"level":40,"msg":"c"}'],
    leftOut: 1,
  });
});
