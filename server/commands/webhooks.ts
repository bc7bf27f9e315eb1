import { type Command, Option } from 'commander';
import { limits } from '../config/limits.ts';
import {
  type WebhookAttempt,
  type WebhookEvent,
  type WebhookMessage,
  webhookEvents,
  webhookStatuses,
} from '../modules/webhooks/types.ts';
import { requireId, wholeNumber } from './arguments.ts';
import type { CommandContext } from './context.ts';
import { printJson, printLines, printTable, shortTime } from './output.ts';
import { registerWebhookSecrets } from './webhook-secrets.ts';

const eventNames = Object.keys(webhookEvents) as WebhookEvent[];

export function registerWebhooks(program: Command, context: CommandContext): void {
  const webhooks = program
    .command('webhooks')
    .description('signed callbacks: what was sent, with what outcome, and the signing secrets');

  registerList(webhooks, context);
  registerShow(webhooks, context);
  registerResend(webhooks, context);
  registerTest(webhooks, context);
  registerDisabled(webhooks, context);
  registerEnable(webhooks, context);
  registerWebhookSecrets(webhooks, context);
}

function registerList(webhooks: Command, context: CommandContext): void {
  webhooks
    .command('list')
    .description('newest messages, of all clients unless told otherwise')
    .option('--client <id>', 'of this client only')
    .addOption(new Option('--status <status>', 'in this state only').choices(webhookStatuses))
    .option('--run <id>', 'about this run or session only')
    .option('--limit <count>', 'at most this many', wholeNumber, limits.runsPage.default)
    .option('--offset <count>', 'skip this many of the newest', wholeNumber, 0)
    .option('--json', 'print {"messages": [{"id", "status", …}], "hasMore"}')
    .addHelpText('after', '\nExample:\n  assay webhooks list --status failed\n')
    .action((options) =>
      context.withServices(async (services) => {
        const { messages, hasMore } = await services.webhooks.list({
          limit: Math.max(1, options.limit),
          offset: Math.max(0, options.offset),
          ...(options.client && { clientId: options.client }),
          ...(options.status && { status: options.status }),
          ...(options.run && { subjectId: options.run }),
        });
        if (options.json) return printJson(context, { messages, hasMore });
        printTable(
          context,
          ['MESSAGE', 'EVENT', 'STATUS', 'TRIES', 'NEXT TRY', 'CREATED', 'URL'],
          messages.map((message) => [
            message.id,
            message.test ? `${message.event} (test)` : message.event,
            message.status,
            message.attempts,
            message.nextAttemptAt && shortTime(message.nextAttemptAt, ''),
            shortTime(message.createdAt, ''),
            message.url,
          ]),
          'There are no such webhook messages.',
        );
        if (hasMore) printLines(context, `… and more: --offset ${options.offset + messages.length}`);
      }),
    );
}

function registerShow(webhooks: Command, context: CommandContext): void {
  webhooks
    .command('show')
    .description('one message with the log of its tries')
    .argument('[messageId]')
    .option('--message <id>', 'the message, when not given as an argument')
    .option('--json', 'print {"message", "attempts", "body"}; "body" is the exact text that was signed')
    .action((messageId, options) =>
      context.withServices(async (services) => {
        const wanted = requireId(messageId, options.message, 'assay webhooks show MESSAGE_ID');
        const shown = await services.webhooks.show(wanted);
        if (options.json) return printJson(context, shown);
        printLines(context, ...linesAbout(shown.message), '');
        printTable(
          context,
          ['TRY', 'STARTED', 'OUTCOME', 'HTTP', 'MS', 'ADDRESS', 'NOTE'],
          shown.attempts.map(rowOf),
          'It has not been tried yet.',
        );
      }),
    );
}

function registerResend(webhooks: Command, context: CommandContext): void {
  webhooks
    .command('resend')
    .description('send a message again now, with a new schedule of tries; same id and body')
    .argument('[messageId]')
    .option('--message <id>', 'the message, when not given as an argument')
    .option('--json', 'print {"id", "status", …}')
    .action((messageId, options) =>
      context.change(async (services) => {
        const wanted = requireId(messageId, options.message, 'assay webhooks resend MESSAGE_ID');
        const message = await services.webhooks.resend(wanted);
        await services.record({
          action: 'webhook.resend',
          clientId: message.clientId,
          target: `message:${message.id}`,
        });
        if (options.json) printJson(context, message);
        else printLines(context, `Message ${message.id} is due now; a running server sends it.`);
      }),
    );
}

function registerTest(webhooks: Command, context: CommandContext): void {
  webhooks
    .command('test')
    .description('send a signed sample from here, once, and print the outcome')
    .requiredOption('--client <id>', 'whose secret signs')
    .requiredOption('--url <url>', 'the receiver')
    .addOption(
      new Option('--event <event>', 'what to pretend').choices(eventNames).default('cvdeepmatch.finished'),
    )
    .option('--json', 'print {"message", "attempt"}')
    .addHelpText(
      'after',
      '\nEnds with 1 unless the receiver answers 2xx.\n' +
        '\nExample:\n  assay webhooks test --client 3f0c… --url https://example.com/hooks/assay\n',
    )
    .action((options) =>
      context.withServices(async (services) => {
        const { message, attempt } = await services.webhooks.sendTest({
          clientId: options.client,
          url: options.url,
          event: options.event,
        });
        await services.record({
          action: 'webhook.test',
          clientId: options.client,
          target: `message:${message.id}`,
          details: { event: options.event, outcome: attempt.outcome },
        });
        if (options.json) printJson(context, { message, attempt });
        else {
          printLines(
            context,
            attempt.outcome === 'delivered'
              ? `Delivered: ${message.url} answered ${attempt.statusCode} after ${attempt.durationMs} ms.`
              : `Not delivered: ${attempt.error}`,
            ...(attempt.answerExcerpt === null ? [] : [`It said: ${attempt.answerExcerpt}`]),
          );
        }
        if (attempt.outcome !== 'delivered') context.setExitCode(1);
      }),
    );
}

function registerDisabled(webhooks: Command, context: CommandContext): void {
  webhooks
    .command('disabled')
    .description('list receivers that answered 410 Gone and get no more messages')
    .option('--client <id>', 'of this client only')
    .option('--json', 'print {"urls": [{"clientId", "url", "disabledAt"}]}')
    .action((options) =>
      context.withServices(async (services) => {
        const urls = await services.webhooks.disabledUrls(options.client);
        if (options.json) return printJson(context, { urls });
        printTable(
          context,
          ['CLIENT', 'SINCE', 'URL'],
          urls.map(({ clientId, url, disabledAt }) => [clientId, shortTime(disabledAt, ''), url]),
          'No receiver is disabled.',
        );
      }),
    );
}

function registerEnable(webhooks: Command, context: CommandContext): void {
  webhooks
    .command('enable')
    .description('allow messages again to a receiver that answered 410 Gone')
    .requiredOption('--client <id>', 'the client')
    .requiredOption('--url <url>', 'the receiver, as "disabled" shows it')
    .option('--json', 'print {"enabled"}')
    .action((options) =>
      context.change(async (services) => {
        const enabled = await services.webhooks.enableUrl({ clientId: options.client, url: options.url });
        if (enabled) {
          await services.record({
            action: 'webhook.enable',
            clientId: options.client,
            target: null,
            details: { url: options.url },
          });
        }
        if (options.json) printJson(context, { enabled });
        else printLines(context, enabled ? 'It gets messages again.' : 'It was not disabled.');
      }),
    );
}

function linesAbout(message: WebhookMessage): string[] {
  return [
    `Message ${message.id}: ${message.event}${message.test ? ' (test)' : ''} about ${message.subjectId}`,
    `To ${message.url} for client ${message.clientId}`,
    `${message.status}; created ${shortTime(message.createdAt, '')}, ` +
      (message.status === 'pending'
        ? `next try ${shortTime(message.nextAttemptAt, '')}.`
        : `ended ${shortTime(message.endedAt, '')}.`),
  ];
}

const rowOf = (attempt: WebhookAttempt) => [
  attempt.number,
  shortTime(attempt.startedAt, ''),
  attempt.outcome,
  attempt.statusCode,
  attempt.durationMs,
  attempt.remoteAddress,
  attempt.error ?? attempt.answerExcerpt ?? '',
];
