import type { Command } from 'commander';
import { limits } from '../config/limits.ts';
import { modulePermissions } from '../modules/identity/types.ts';
import { accentUse, onOrOff, permissionList, requireId, wholeNumber } from './arguments.ts';
import type { CommandContext } from './context.ts';
import { printJson, printLines, printTable, shortTime } from './output.ts';

const accentHelp = 'what becomes of accent: counted in overall, shown beside it, or hidden';

export function registerClients(program: Command, context: CommandContext): void {
  const clients = program
    .command('clients')
    .description('customers: each has its own runs, keys and credits');

  registerCreate(clients, context);
  registerList(clients, context);
  registerUpdate(clients, context);

  for (const [verb, active, effect] of [
    ['disable', false, 'its keys are refused with CLIENT_INACTIVE; runs under way still finish'],
    ['enable', true, 'its keys work again'],
  ] as const) {
    clients
      .command(verb)
      .description(`${verb} a client: ${effect}`)
      .argument('[clientId]')
      .option('--client <id>', 'the client, when not given as an argument')
      .option('--json', 'print {"clientId", "active", …}')
      .action((clientId, options) =>
        context.change(async ({ identity, record }) => {
          const wanted = requireId(clientId, options.client, `assay clients ${verb} CLIENT_ID`);
          const { id, ...rest } = await identity.setClientActive(wanted, active);
          await record({
            action: 'client.change',
            clientId: id,
            target: `client:${id}`,
            details: { active },
          });
          if (options.json) printJson(context, { clientId: id, ...rest });
          else printLines(context, `Client ${id} "${rest.name}" is ${active ? 'active' : 'disabled'}.`);
        }),
      );
  }
}

function registerCreate(clients: Command, context: CommandContext): void {
  clients
    .command('create')
    .description('create a client')
    .requiredOption('--name <name>', 'name of the customer')
    .requiredOption(
      '--credits <count>',
      'opening balance; 1 credit is 1 started minute of audio',
      wholeNumber,
    )
    .option(
      '--permissions <list>',
      `modules it may use (all of ${modulePermissions.join(',')})`,
      permissionList,
    )
    .option(
      '--max-concurrent-runs <count>',
      `runs of a kind processed at once before others queue (${limits.concurrentRunsPerClient})`,
      wholeNumber,
    )
    .option('--multilingual <on|off>', 'whether it may analyse languages other than English (on)', onOrOff)
    .option('--accent-use <use>', `${accentHelp} (counted)`, accentUse)
    .option('--json', 'print {"clientId", …}')
    .addHelpText('after', '\nExample:\n  assay clients create --name "Acme" --credits 500 --json\n')
    .action((options) =>
      context.change(
        async ({ identity, record }) => {
          const { json, ...request } = options;
          const client = await identity.createClient(request);
          await record({
            action: 'client.create',
            clientId: client.id,
            target: `client:${client.id}`,
            details: { name: client.name, credits: options.credits },
          });
          const { id, ...rest } = client;
          if (json) printJson(context, { clientId: id, ...rest, creditBalance: options.credits });
          else {
            printLines(
              context,
              `Created client ${id} "${client.name}" with ${options.credits} credits.`,
              `Next: assay keys create --client ${id}`,
            );
          }
        },
        { mayBegin: true },
      ),
    );
}

function registerList(clients: Command, context: CommandContext): void {
  clients
    .command('list')
    .description('list all clients')
    .option('--json', 'print {"clients": [{"clientId", …}]}')
    .action((options) =>
      context.withServices(async ({ identity }) => {
        const all = await identity.listClients();
        if (options.json) {
          printJson(context, { clients: all.map(({ id, ...client }) => ({ clientId: id, ...client })) });
          return;
        }
        printTable(
          context,
          ['CLIENT', 'NAME', 'STATE', 'CREDITS', 'RUNS AT ONCE', 'CREATED'],
          all.map((client) => [
            client.id,
            client.name,
            client.active ? 'active' : 'disabled',
            client.creditBalance,
            client.maxConcurrentRuns,
            shortTime(client.createdAt, ''),
          ]),
          'There are no clients yet; create one with: assay clients create --name NAME --credits COUNT',
        );
      }),
    );
}

function registerUpdate(clients: Command, context: CommandContext): void {
  clients
    .command('update')
    .description('change what a client may do')
    .argument('[clientId]')
    .option('--client <id>', 'the client, when not given as an argument')
    .option('--permissions <list>', `modules it may use, of ${modulePermissions.join(',')}`, permissionList)
    .option(
      '--max-concurrent-runs <count>',
      'runs of a kind processed at once before others queue',
      wholeNumber,
    )
    .option('--multilingual <on|off>', 'whether it may analyse languages other than English', onOrOff)
    .option('--accent-use <use>', accentHelp, accentUse)
    .option('--json', 'print {"clientId", …}')
    .addHelpText('after', '\nExample:\n  assay clients update 3f0c… --max-concurrent-runs 16\n')
    .action((clientId, options) =>
      context.change(async ({ identity, record }) => {
        const { json, client: clientOption, ...changes } = options;
        const wanted = requireId(clientId, clientOption, 'assay clients update CLIENT_ID');
        const { id, ...rest } = await identity.updateClient(wanted, changes);
        await record({ action: 'client.change', clientId: id, target: `client:${id}`, details: changes });
        if (json) printJson(context, { clientId: id, ...rest });
        else {
          printLines(
            context,
            `Client ${id} "${rest.name}": ${rest.permissions.join(', ')}; ${rest.maxConcurrentRuns} runs of a kind at once; ` +
              `multilingual ${rest.multilingual ? 'on' : 'off'}; accent ${rest.accentUse}.`,
          );
        }
      }),
    );
}
