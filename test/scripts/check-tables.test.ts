import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { type TestContext, test } from 'node:test';
import { checkTables, tablesOf } from '../../scripts/check-tables.ts';

async function tree(t: TestContext, path: string, text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-tables-'));
  t.after(() => rm(folder, { recursive: true }));
  await mkdir(dirname(join(folder, 'server', path)), { recursive: true });
  await writeFile(join(folder, 'server', path), text);
  return folder;
}

test('the server keeps the rules, and needs every exception', () => {
  assert.deepEqual(checkTables(resolve(import.meta.dirname, '../..')), []);
});

for (const [title, line, fault] of [
  ['reads it', "db.selectFrom('jobs').selectAll()", 'may not read "jobs": modules/jobs/ owns it.'],
  ['reads it under another name', "db.selectFrom('jobs as old')", 'may not read "jobs"'],
  ['reads it over lines', "db\n  .selectFrom(\n    'jobs',\n  )", 'may not read "jobs"'],
  ['reads it among others', "db.selectFrom(['runs', 'jobs as j'])", 'may not read "jobs"'],
  ['joins it', "db.selectFrom('runs').leftJoin('jobs', 'jobs.id', 'job_id')", 'may not read "jobs"'],
  ['reads it within', "db.selectFrom((of) => of.selectFrom('jobs').as('x'))", 'may not read "jobs"'],
  ['writes it', "trx.insertInto('jobs').values(row)", 'may not change "jobs"'],
  ['changes it', "trx.updateTable('jobs').set(row)", 'may not change "jobs"'],
  ['deletes from it', "trx.deleteFrom('jobs')", 'may not change "jobs"'],
  ['reads it in SQL', 'sql`select * from runs, jobs`', 'may not read "jobs"'],
  ['changes it in SQL', 'sql<Row>`\n  update jobs set x = 1`', 'may not change "jobs"'],
  ['hides its name', 'db.selectFrom(table)', 'may not read "(a variable)": no module owns it.'],
] as const) {
  test(`a module that does not own a table and ${title} is found`, async (t) => {
    const folder = await tree(t, 'modules/runs/repository.ts', `const x = 1;\n${line};\n`);
    const [only, ...others] = checkTables(folder, []);
    assert.deepEqual(others, []);
    assert.equal(only?.file, 'server/modules/runs/repository.ts');
    assert.ok(only.line >= 2 && only.line <= 3, String(only.line));
    assert.ok(only.message.startsWith(fault), only.message);
  });
}

test('a module queries its own tables, subqueries and comments do not count', async (t) => {
  const text = `
    // db.selectFrom('jobs')
    /* db.deleteFrom('jobs') */
    const mine = db.selectFrom('runs').innerJoin('run_tags', 'a', 'b');
    db.selectFrom(mine.as('x')).selectAll();
    db.selectFrom(idsWith(db, 'jobs'));
    sql\`select 1 from nothing_known\`;
  `;
  assert.deepEqual(checkTables(await tree(t, 'modules/runs/x.ts', text), []), []);
  assert.deepEqual(
    tablesOf(text).map(({ table, line }) => [table, line]),
    [
      ['runs', 4],
      ['run_tags', 4],
    ],
  );
});

test('an exception is for one file, one table and one way, and must be needed', async (t) => {
  const file = 'modules/runs/x.ts';
  const folder = await tree(t, file, "db.selectFrom('jobs');\ndb.deleteFrom('jobs');");
  const why = 'for this test';
  const messages = (...args: Parameters<typeof checkTables>) =>
    checkTables(...args).map(({ message }) => message);
  assert.deepEqual(messages(folder, [{ file, reads: ['jobs'], why }]), [
    'may not change "jobs": modules/jobs/ owns it.',
  ]);
  assert.deepEqual(messages(folder, [{ file, reads: ['jobs'], writes: ['jobs', 'prices'], why }]), [
    'the exception "modules/runs/x.ts writes prices" is not needed.',
  ]);
  assert.equal(messages(folder, [{ file: 'modules/runs/y.ts', reads: ['jobs'], why }]).length, 3);
});

test('code that makes the tables may name them all', async (t) => {
  const folder = await tree(t, 'db/migrations/0001_x.ts', "db.updateTable('jobs');");
  assert.deepEqual(checkTables(folder, []), []);
});
