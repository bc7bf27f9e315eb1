import { readFile } from 'node:fs/promises';
import { type Command, Option } from 'commander';
import { limits } from '../config/limits.ts';
import { createFaults } from '../domain/requirements/faults.ts';
import { readConfig } from '../domain/requirements/validate.ts';
import { ApiError } from '../errors.ts';
import { presentJob } from '../modules/jobs/contract.ts';
import type { Job, JobStatus } from '../modules/jobs/types.ts';
import { requireId, wholeNumber } from './arguments.ts';
import type { CommandContext } from './context.ts';
import { printJson, printLines, printTable, shortTime } from './output.ts';

const statuses: readonly JobStatus[] = ['active', 'archived'];

export function registerJobs(program: Command, context: CommandContext): void {
  const jobs = program.command('jobs').description('the job catalogue of a client, and requirements configs');

  registerList(jobs, context);

  for (const [name, description] of [
    ['show', 'one job, whole, as JSON'],
    ['archive', 'archive a job: its position id is free again'],
  ] as const) {
    jobs
      .command(name)
      .description(description)
      .argument('[jobId]')
      .requiredOption('--client <id>', 'the client')
      .option('--job <id>', 'the job, when not given as an argument')
      .option('--json', 'print the job on one line')
      .action((jobId, options) =>
        context.change(async (services) => {
          const wanted = {
            clientId: options.client,
            jobId: requireId(jobId, options.job, `assay jobs ${name} JOB_ID --client CLIENT_ID`),
          };
          const job = await services.jobs[name === 'show' ? 'find' : 'archive'](wanted);
          if (!job) throw new ApiError('REQUEST_NOT_FOUND', `The client has no job "${wanted.jobId}".`);
          if (name === 'archive') {
            await services.record({
              action: 'job.archive',
              clientId: options.client,
              target: `job:${job.id}`,
            });
          }
          if (options.json) printJson(context, presentJob(job));
          else if (name === 'show') printLines(context, JSON.stringify(presentJob(job), null, 2));
          else printLines(context, `Job ${job.id} is archived.`);
        }),
      );
  }

  registerCheck(jobs, context);
}

function registerList(jobs: Command, context: CommandContext): void {
  jobs
    .command('list')
    .description("a client's newest jobs")
    .requiredOption('--client <id>', 'the client')
    .addOption(new Option('--status <status>', 'active or archived ones').choices(statuses).default('active'))
    .option('--position <id>', 'with this position id only')
    .option('--limit <count>', 'at most this many', wholeNumber, limits.jobsPage.default)
    .option('--json', 'print {"jobs": [{"job_id", …}], "hasMore"}')
    .addHelpText('after', '\nExample:\n  assay jobs list --client 3f0c… --status archived\n')
    .action((options) =>
      context.withServices(async (services) => {
        const { jobs: found, hasMore } = await services.jobs.list({
          clientId: options.client,
          status: options.status,
          limit: Math.max(1, options.limit),
          ...(options.position && { positionId: options.position }),
        });
        if (options.json) return printJson(context, { jobs: found.map(presentJob), hasMore });
        printTable(
          context,
          ['JOB', 'POSITION', 'CREATED', 'CHANGED', 'DESCRIPTION'],
          found.map((job) => [
            job.id,
            job.positionId,
            shortTime(job.createdAt, ''),
            shortTime(job.updatedAt, ''),
            excerpt(job),
          ]),
          'There are no such jobs.',
        );
        if (hasMore) printLines(context, '… and more: raise --limit');
      }),
    );
}

function registerCheck(jobs: Command, context: CommandContext): void {
  jobs
    .command('check')
    .description('check a requirements config in a JSON file, as the API would')
    .argument('<file>', 'file with {"requirements": {…}}')
    .option('--json', 'print {"valid", "fields", "config"}')
    .action(async (file, options) => {
      const faults = createFaults();
      const config = readConfig(parse(await readFile(file, 'utf8')), 'config', faults);
      const fields = faults.fields();
      if (!config) context.setExitCode(1);
      if (options.json)
        return printJson(context, { valid: config !== undefined, fields, config: config ?? null });
      if (config)
        return printLines(
          context,
          'Valid. With the omitted values filled in:',
          JSON.stringify(config, null, 2),
        );
      printTable(context, ['FIELD', 'FAULT'], Object.entries(fields), '');
    });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ApiError('INVALID_INPUT', `The file is not valid JSON: ${(cause as Error).message}`, { cause });
  }
}

/** The beginning of the first line, without what a terminal might take for an order. */
function excerpt({ description }: Job): string {
  const line = description.split('\n', 1)[0]!.replaceAll(/\p{C}/gu, ' ');
  return line.length > 60 ? `${line.slice(0, 59)}…` : line;
}
