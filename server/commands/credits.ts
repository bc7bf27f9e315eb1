import type { Command } from 'commander';
import type { Balance } from '../modules/credits/types.ts';
import { wholeNumber } from './arguments.ts';
import type { CommandContext } from './context.ts';
import { printJson, printLines, printTable, shortTime } from './output.ts';

export function registerCredits(program: Command, context: CommandContext): void {
  const credits = program.command('credits').description('credits of clients');

  credits
    .command('add')
    .description("add credits to a client's balance")
    .requiredOption('--client <id>', 'the client')
    .requiredOption('--amount <count>', 'credits to add', wholeNumber)
    .option('--description <text>', 'what the ledger says about it', 'Credits added')
    .option('--json', 'print {"clientId", "balance", "held", "available", "usage", "recent"}')
    .addHelpText(
      'after',
      '\nExample:\n  assay credits add --client 3f0c… --amount 1000 --description "Invoice 2026-17"\n',
    )
    .action((options) =>
      context.change(async (services) => {
        const balance = await services.credits.add({
          clientId: options.client,
          amount: options.amount,
          description: options.description,
        });
        await services.record({
          action: 'credits.add',
          clientId: options.client,
          target: null,
          details: { amount: options.amount, description: options.description },
        });
        if (options.json) printJson(context, balance);
        else printLines(context, `Added ${options.amount} credits. ${summary(balance)}`);
      }),
    );

  credits
    .command('show')
    .description('balance, held credits and newest entries of the ledger')
    .requiredOption('--client <id>', 'the client')
    .option('--json', 'print {"clientId", "balance", "held", "available", "usage", "recent"}')
    .action((options) =>
      context.withServices(async (services) => {
        const balance = await services.credits.balance(options.client);
        if (options.json) {
          printJson(context, balance);
          return;
        }
        const { usage } = balance;
        printLines(
          context,
          summary(balance),
          `Added so far: ${usage.added}. Used: speech ${usage.speech}, interviews ${usage.interview}, CVs ${usage.cv}.`,
          '',
        );
        printTable(
          context,
          ['WHEN', 'CHANGE', 'BALANCE', 'WHAT FOR'],
          balance.recent.map((entry) => [
            shortTime(entry.createdAt, ''),
            entry.type === 'credit' ? entry.amount : -entry.amount,
            entry.balanceAfter,
            entry.description,
          ]),
          'The ledger has no entries.',
        );
      }),
    );
}

function summary({ balance, held, available }: Balance): string {
  return `Balance: ${balance} credits, ${held} of them held for runs in progress, ${available} available.`;
}
