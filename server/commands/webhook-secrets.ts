import type { Command } from 'commander';
import { limits } from '../config/limits.ts';
import type { SecretInfo } from '../modules/webhooks/types.ts';
import { hoursNumber } from './arguments.ts';
import type { CommandContext } from './context.ts';
import { printJson, printLines, printTable, shortTime } from './output.ts';

const { default: defaultOverlap, max: maxOverlap } = limits.webhooks.secretOverlapHours;
const overlapHelp =
  `hours in which the old secret signs beside the new one (${defaultOverlap}; up to ${maxOverlap}, ` +
  '0 ends it at once)';

/** `assay webhooks secret …`: a client's own secrets, and the one that signs for clients without. */
export function registerWebhookSecrets(webhooks: Command, context: CommandContext): void {
  const secret = webhooks.command('secret').description('signing secrets');

  secret
    .command('show')
    .description('which secrets sign for a client; only their last four characters are known')
    .requiredOption('--client <id>', 'the client')
    .option('--json', 'print {"usesDefault", "secrets": [{"lastFour", "createdAt", "expiresAt"}]}')
    .action((options) =>
      context.withServices(async (services) => {
        const secrets = await services.webhooks.secrets(options.client);
        const usesDefault = secrets.length === 0;
        if (options.json) return printJson(context, { usesDefault, secrets });
        printTable(
          context,
          ['SECRET', 'SINCE', 'SIGNS UNTIL'],
          secrets.map(rowOf),
          'This client has none; the default secret signs: assay webhooks secret default',
        );
      }),
    );

  secret
    .command('rotate')
    .description("make a client's first secret or replace its current one; it is shown only once")
    .requiredOption('--client <id>', 'the client')
    .option('--overlap-hours <hours>', overlapHelp, hoursNumber, defaultOverlap)
    .option('--json', 'print {"secret", "lastFour", "createdAt"}')
    .addHelpText('after', '\nExample:\n  assay webhooks secret rotate --client 3f0c… --overlap-hours 48\n')
    .action((options) =>
      context.change(async (services) => {
        const made = await services.webhooks.rotateSecret(options.client, options.overlapHours);
        await services.record({
          action: 'webhook.secret.rotate',
          clientId: options.client,
          target: null,
          details: { lastFour: made.info.lastFour, overlapHours: options.overlapHours },
        });
        if (options.json) return printJson(context, { secret: made.secret, ...made.info });
        printLines(
          context,
          `New secret of client ${options.client}:`,
          '',
          `  ${made.secret}`,
          '',
          'Store it now: it cannot be shown again.',
          aboutOverlap(options.overlapHours),
        );
      }),
    );

  secret
    .command('default')
    .description('the secret of this installation, which signs for every client without one of its own')
    .option('--rotate', 'make a new one')
    .option('--overlap-hours <hours>', overlapHelp, hoursNumber, defaultOverlap)
    .option('--json', 'print {"secret", "lastFour", "createdAt"}')
    .action((options) =>
      context.change(async (services) => {
        const { secret: text, info } = options.rotate
          ? await services.webhooks.rotateDefaultSecret(options.overlapHours)
          : await services.webhooks.defaultSecret();
        await services.record({
          action: options.rotate ? 'webhook.default-secret.rotate' : 'webhook.default-secret.show',
          clientId: null,
          target: null,
          details: { lastFour: info.lastFour },
        });
        if (options.json) return printJson(context, { secret: text, ...info });
        printLines(context, text, ...(options.rotate ? [aboutOverlap(options.overlapHours)] : []));
      }),
    );
}

const aboutOverlap = (hours: number): string =>
  hours === 0 ? 'The previous one no longer signs.' : `The previous one also signs for ${hours} hours.`;

const rowOf = ({ lastFour, createdAt, expiresAt }: SecretInfo) => [
  `whsec_…${lastFour}`,
  shortTime(createdAt, ''),
  shortTime(expiresAt, 'replaced'),
];
