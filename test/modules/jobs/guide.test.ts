import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { limits } from '#server/config/limits.ts';
import { cvFailureCodes } from '#server/errors.ts';
import { buildTestApp } from '#test/support/build-test-app.ts';
import { conformingClients } from '#test/support/conforming-client.ts';
import { submitMatch } from '#test/support/submit-match.ts';

const guide = readFileSync(join(import.meta.dirname, '../../../docs/cv-matching.md'), 'utf8');

test('what the guide says works', async (t) => {
  const { app, customer } = await buildTestApp(t);
  const ask = (await conformingClients(app))((await customer()).apiKey);
  const body = /-d '([^']+)'/.exec(guide)![1]!;
  const made = await ask('POST', '/jobs', body, { 'content-type': 'application/json' });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  const [, field] = /-F (position_id=\S+)/.exec(guide)!;
  const [name = '', value = ''] = field!.split('=');
  const match = await submitMatch(ask, { [name]: value });
  assert.deepEqual([match.status, match.body.job_id], [202, made.body.job_id]);

  const wrong = JSON.parse(body);
  wrong.config.requirements.workExperience = { from: 5, to: 3 };
  wrong.config.requirements.skills.hard_skills[0].importance = 0;
  const refused = await ask('POST', '/jobs', wrong);
  const [, shown] = /```json\n([\s\S]+?)```/.exec(guide)!;
  const { error } = JSON.parse(shown!);
  assert.deepEqual(
    Object.entries(refused.body.error.details.fields).sort(),
    Object.entries(error.details.fields).sort(),
  );
});

test('the guide names the limits and failure codes that hold', () => {
  for (const code of cvFailureCodes) assert.ok(guide.includes(code), code);
  assert.ok(
    guide.includes(`at most ${limits.cv.maxPages} pages and ${limits.cv.maxSizeBytes / 1024 / 1024} MB`),
  );
  assert.ok(guide.includes(`A match reserves ${limits.prices.cvMatch} credits`));
});
