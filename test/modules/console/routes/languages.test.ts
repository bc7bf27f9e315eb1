import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { limits } from '#server/config/limits.ts';
import { LANGUAGES_JOB } from '#server/dispatch/requested-install.ts';
import { isPythonModel, readCatalogue } from '#server/engines/models/catalogue.ts';
import { projectModels } from '#server/engines/models/local.ts';
import { languagesModel } from '#server/engines/models/more-languages.ts';
import { partName } from '#server/engines/models/pull/package-index.ts';
import type { HearingAnswer } from '#server/modules/console/installation/contract.ts';
import { createSchedule } from '#server/modules/installation/schedule.ts';
import { minutes } from '#server/time.ts';
import { buildConsoleApp } from '#test/support/console-app.ts';

async function installation(t: TestContext, mayFetch?: true) {
  const console = await buildConsoleApp(t, { ...(mayFetch && { mayFetch }) });
  await console.workerIsReady(['en']);
  const owner = await console.as('owner');
  const schedule = createSchedule({ db: console.db, clock: console.clock });
  const install = async () => {
    const answer = await (await console.as('owner')).get('/installation/hearing');
    return (answer.json() as HearingAnswer).install;
  };
  return { console, owner, schedule, install };
}

test('an owner follows more languages from the wish until they are recognised', async (t) => {
  const { console, owner, schedule, install } = await installation(t, true);
  const model = (await readCatalogue(projectModels)).find(({ id }) => id === languagesModel)!;
  assert.ok(isPythonModel(model));
  const [first, second] = model.source.python.archives;
  const before = await install();
  assert.deepEqual(before, {
    ...{ modelId: languagesModel, languages: model.languages, state: 'offered' },
    ...{ downloadBytes: first!.sizeBytes + second!.sizeBytes, doneBytes: 0, error: null },
  });

  const asked = await owner.post('/installation/hearing/languages');
  assert.equal(asked.statusCode, 200);
  assert.equal((asked.json() as HearingAnswer).install!.state, 'underWay');
  const lease = await schedule.claim(LANGUAGES_JOB, 'worker');
  assert.ok(lease);
  const partial = join(console.dataDir, 'models/.partial');
  mkdirSync(partial, { recursive: true });
  writeFileSync(join(partial, partName(first!)), 'x'.repeat(700));
  writeFileSync(join(partial, 'another'), 'x'.repeat(900));
  assert.deepEqual([(await install())!.state, (await install())!.doneBytes], ['underWay', 700]);

  await lease.fail(null, 'No network.');
  const failed = await install();
  assert.deepEqual([failed!.state, failed!.error, failed!.doneBytes], ['failed', 'No network.', 0]);
  console.clock.advance(minutes(60));
  assert.equal(await schedule.claim(LANGUAGES_JOB, 'worker'), undefined, 'an owner has to ask again');

  await console.workerIsReady(['en']);
  const again = await console.as('owner');
  await again.post('/installation/hearing/languages');
  const stopped = await schedule.claim(LANGUAGES_JOB, 'worker');
  assert.ok(stopped);
  const answer = await again.delete('/installation/hearing/languages');
  assert.equal((answer.json() as HearingAnswer).install!.state, 'offered');
  assert.equal(await stopped.renew(), false, 'the worker finds that it was stopped');
  assert.equal(await stopped.fail(null, 'SIGTERM'), false);
  assert.deepEqual([(await install())!.state, (await install())!.error], ['offered', null]);

  await again.post('/installation/hearing/languages');
  assert.deepEqual([(await install())!.state, (await install())!.error], ['underWay', null]);
  const lastLease = await schedule.claim(LANGUAGES_JOB, 'worker');
  await lastLease!.finish(null, {});
  assert.equal((await install())!.state, 'starting');
  await console.workerIsReady(limits.languages);
  assert.equal(await install(), null, 'nothing is left to add');
});

test('where nothing may be fetched nothing is offered, and asking is refused', async (t) => {
  const { owner, schedule, install } = await installation(t);
  assert.equal(await install(), null);
  assert.equal((await owner.post('/installation/hearing/languages')).statusCode, 400);
  assert.equal(await schedule.state(LANGUAGES_JOB), undefined);
});
