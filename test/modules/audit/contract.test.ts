import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exportOf } from '#server/modules/audit/contract.ts';
import type { AuditRecord } from '#server/modules/audit/types.ts';

const record: AuditRecord = {
  sequence: 1,
  at: '2026-03-01T09:00:00.000Z',
  actor: { kind: 'user', id: 'u1', name: '=HYPERLINK("http://evil.example")' },
  action: 'key.create',
  clientId: null,
  target: '@sum(A1)\n2',
  details: { name: 'a "quoted", name' },
  ipAddress: '::1',
  previousHash: '0'.repeat(64),
  hash: 'f'.repeat(64),
};
async function* log() {
  yield record;
}
const textOf = async (format: 'jsonl' | 'csv') => {
  let text = '';
  for await (const line of exportOf(format, log()).lines) text += line;
  return text;
};

test('a spreadsheet takes nothing in the export for a formula, nor a quote for the end of a cell', async () => {
  const [head, ...rows] = (await textOf('csv')).split('\r\n');
  assert.equal(head!.split(',').length, 12);
  assert.equal(
    rows.join('\r\n'),
    `1,2026-03-01T09:00:00.000Z,user,u1,"'=HYPERLINK(""http://evil.example"")",key.create,,"'@sum(A1)\n2",::1,` +
      `"{""name"":""a \\""quoted\\"", name""}",${record.previousHash},${record.hash}\r\n`,
  );
});

test('JSON lines hold everything that the hashes cover', async () => {
  assert.deepEqual(JSON.parse(await textOf('jsonl')), record);
});
