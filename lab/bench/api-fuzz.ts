import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { type DemoServer, startDemoServer } from '../../testkit/console-demo/demo-server.ts';
import { type Demo, seedDemo } from '../../testkit/console-demo/seed-demo.ts';
import { consoleDescription } from './api/console-description.ts';
import { pythonTools, runProgram } from './api/tools.ts';

/**
 * `assay bench api-fuzz`: Schemathesis makes requests of every operation of the interface description, right and wrong ones, and
 * holds every answer against it. The server is a real one with some weeks of data. Ends with 1 when an answer is 500 or not as
 * described. What is found is printed as it is found, also when the bench is interrupted. With --console: the same of the console's own routes, as a signed-in owner, by the contract that its pages share.
 */

/**
 * Left out, because they are no faults here. Rules that JSON Schema cannot say (a cursor must be one of ours, a name may be listed
 * once) refuse what the schema allows. An archived job stays readable after DELETE. GET of /cvdeepmatch/submit is the poll of a
 * request "submit".
 */
const noFaults = ['positive_data_acceptance', 'use_after_free', 'allow_header_conformance'];
/** What pages never do is refused there in other ways: unknown fields are ignored, sessions come by cookie. */
const consoleChecks = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_schema_conformance',
];

const options = new Command('assay bench api-fuzz')
  .description('answers 500, and answers that are not as the interface description says')
  .option('--examples <count>', 'generated requests of an operation, at most', '30')
  .option('--seconds <count>', 'how long at most', '280')
  .option('--seed <number>', 'of the generator', '1')
  .option('--console', "the console's routes in place of the interface's")
  .option('--report <file>', 'write all that Schemathesis says')
  .parse()
  .opts<{ examples: string; seconds: string; seed: string; console?: true; report?: string }>();

interface Target {
  description: object;
  headers: string[];
  checks: string[];
}

const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interruption.abort());

const program = await pythonTools(['schemathesis==4.32.5']);
const folder = await mkdtemp(join(tmpdir(), 'assay-fuzz-'));
// Only what went wrong, of which the log then holds all.
const server = await startDemoServer({ settings: { LOG_LEVEL: 'error' } });
try {
  const demo = await seedDemo(server);
  const { description, headers, checks } = options.console
    ? consoleTarget(demo)
    : await interfaceTarget(server, demo);
  const at = join(folder, 'description.json');
  await writeFile(at, JSON.stringify(description));
  const { said } = await runProgram(
    program('st'),
    [
      ...['run', at, '--url', server.url, ...headers.flatMap((header) => ['-H', header])],
      ...['--checks', checks.join(','), '--continue-on-failure', '--suppress-health-check', 'all'],
      ...(options.console ? [] : ['--exclude-checks', noFaults.join(',')]),
      ...['--max-examples', options.examples, '--max-time', options.seconds, '--seed', options.seed],
      '--no-color',
    ],
    { cwd: folder, tell: (text) => void process.stdout.write(text), interrupted: interruption.signal },
  );
  if (options.report) await writeFile(options.report, said);
  const failed = server.log().match(/.*"msg":"request failed"/g) ?? [];
  const [, summary = said] = said.split(/=+ SUMMARY =+\n/);
  if (interruption.signal.aborted) console.log('Interrupted: this is what was found so far.');
  console.log(`Answers 500, by the server's log: ${failed.length}`);
  for (const text of new Set(failed.map((line) => /"message":"([^"]*)/.exec(line)?.[1])))
    console.log(`  ${text}`);
  const isGood = /^ *Tested: +\d+/m.test(summary) && !/^Failures:|^Errors:/m.test(summary);
  process.exitCode = isGood && failed.length === 0 && !interruption.signal.aborted ? 0 : 1;
} finally {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}

/** With a key without limits, and ids that lead somewhere. */
async function interfaceTarget({ url, services }: DemoServer, { ids }: Demo): Promise<Target> {
  const { identity, credits } = services;
  const { clientId } = ids;
  await credits.add({ clientId, amount: 1_000_000, description: 'Fuzz' });
  const { apiKey } = await identity.createKey({ clientId, rateLimitPerMinute: 100_000 });
  const answer = await fetch(`${url}/api/v1/openapi.json`);
  const description = (await answer.json()) as {
    paths: Record<string, Record<string, { parameters?: { name: string; in: string; example?: string }[] }>>;
  };
  for (const [path, methods] of Object.entries(description.paths)) {
    const example = path.startsWith('/api/v1/jobs')
      ? ids.jobId
      : path.includes('speech')
        ? ids.runId
        : ids.matchId;
    for (const { parameters = [] } of Object.values(methods)) {
      for (const parameter of parameters) if (parameter.in === 'path') Object.assign(parameter, { example });
    }
  }
  return { description, headers: [`X-API-Key: ${apiKey}`], checks: ['all'] };
}

function consoleTarget({ ids, sessions }: Demo): Target {
  return {
    description: consoleDescription({ ...ids }),
    headers: [`Cookie: assay_session=${sessions.owner}`, 'X-Assay-Console: 1'],
    checks: consoleChecks,
  };
}
