import { type Command, Option } from 'commander';
import { limits } from '../config/limits.ts';
import type { Run } from '../modules/runs/types.ts';
import { runStatuses, serviceTypes } from '../modules/runs/types.ts';
import { collect, requireId, wholeNumber } from './arguments.ts';
import type { CommandContext } from './context.ts';
import { printJson, printLines, printTable, shortTime } from './output.ts';

export function registerRuns(program: Command, context: CommandContext): void {
  const runs = program.command('runs').description('what was submitted and what became of it');

  registerList(runs, context);
  registerShow(runs, context);
}

function registerList(runs: Command, context: CommandContext): void {
  runs
    .command('list')
    .description('newest runs, of all clients unless told otherwise')
    .option('--client <id>', 'of this client only')
    .addOption(new Option('--status <status>', 'in this state only').choices(runStatuses))
    .addOption(new Option('--service-type <type>', 'of this module only').choices(serviceTypes))
    .option('--project <id|none>', 'of this project only, or of none')
    .option('--tag <tag>', 'with this tag; repeat for runs with all of them', collect)
    .option('--external-id <id>', 'with this externalId')
    .option('--limit <count>', 'at most this many', wholeNumber, limits.runsPage.default)
    .option('--offset <count>', 'skip this many of the newest', wholeNumber, 0)
    .option('--json', 'print {"runs": [{"id", "status", …}], "hasMore"}')
    .addHelpText('after', '\nExample:\n  assay runs list --status failed --limit 50\n')
    .action((options) =>
      context.withServices(async (services) => {
        const { runs: found, hasMore } = await services.runs.list({
          limit: Math.max(1, options.limit),
          offset: Math.max(0, options.offset),
          ...(options.client && { clientId: options.client }),
          ...(options.status && { status: options.status }),
          ...(options.serviceType && { serviceType: options.serviceType }),
          ...(options.project && { project: options.project }),
          ...(options.tag && { tags: options.tag }),
          ...(options.externalId && { externalId: options.externalId }),
        });
        if (options.json) {
          printJson(context, { runs: found, hasMore });
          return;
        }
        printTable(
          context,
          ['RUN', 'STATUS', 'SUBMITTED', 'AUDIO', 'CREDITS', 'CLIENT', 'NOTE'],
          found.map((run) => [
            run.id,
            run.status,
            shortTime(run.createdAt, ''),
            run.audioDurationMs === null ? null : minutesAndSeconds(run.audioDurationMs),
            run.chargedCredits ?? `(${run.costCredits})`,
            run.clientId,
            noteOn(run),
          ]),
          'There are no such runs.',
        );
        if (hasMore) printLines(context, `… and more: --offset ${options.offset + found.length}`);
      }),
    );
}

function registerShow(runs: Command, context: CommandContext): void {
  runs
    .command('show')
    .description('one run with its steps')
    .argument('[runId]')
    .option('--run <id>', 'the run, when not given as an argument')
    .option('--json', 'print {"run", "steps"}; "run.result" holds everything measured')
    .action((runId, options) =>
      context.withServices(async (services) => {
        const wanted = requireId(runId, options.run, 'assay runs show RUN_ID');
        const { run, steps } = await services.runs.show(wanted);
        if (options.json) {
          await services.record({ action: 'run.read', clientId: run.clientId, target: `run:${run.id}` });
          printJson(context, { run, steps });
          return;
        }
        printLines(
          context,
          `Run ${run.id} of client ${run.clientId}: ${run.status}${noteOn(run) && ` (${noteOn(run)})`}`,
          `Submitted ${shortTime(run.createdAt, '')}, started ${shortTime(run.startedAt, 'not yet')}, ` +
            `finished ${shortTime(run.finishedAt, 'not yet')}.`,
          run.chargedCredits === null
            ? `Credits: ${run.costCredits} held.`
            : `Credits: ${run.chargedCredits} of ${run.costCredits} charged.`,
          ...(run.error ? [run.error.message] : []),
          '',
        );
        printTable(
          context,
          ['STEP', 'OUTCOME', 'SECONDS', 'NOTE'],
          steps.map((step) => [
            step.step,
            step.status,
            (step.durationMs / 1000).toFixed(1),
            step.message ?? step.code ?? '',
          ]),
          'No step has finished yet.',
        );
      }),
    );
}

function noteOn(run: Run): string {
  if (run.error) return run.error.code;
  return run.progress ? `${run.progress.step} ${Math.round(run.progress.fraction * 100)} %` : '';
}

function minutesAndSeconds(durationMs: number): string {
  const seconds = Math.floor(durationMs / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
