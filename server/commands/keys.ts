import type { Command } from 'commander';
import { limits } from '../config/limits.ts';
import { type ApiKey, modulePermissions } from '../modules/identity/types.ts';
import {
  collect,
  daysOrNever,
  hoursNumber,
  nullForNever,
  permissionList,
  requireId,
  wholeNumber,
} from './arguments.ts';
import type { CommandContext } from './context.ts';
import { printJson, printLines, printTable, shortTime } from './output.ts';

export function registerKeys(program: Command, context: CommandContext): void {
  const keys = program.command('keys').description('API keys of clients');

  registerCreate(keys, context);
  registerList(keys, context);
  registerRevoke(keys, context);
  registerExtend(keys, context);
  registerRotate(keys, context);
}

function registerCreate(keys: Command, context: CommandContext): void {
  keys
    .command('create')
    .description('create a key; it is shown only once')
    .requiredOption('--client <id>', 'the client it belongs to')
    .option('--project <id>', 'project that its runs belong to')
    .option('--name <name>', 'a name to recognise the key by', 'API key')
    .option(
      '--permissions <list>',
      `modules it may use, of ${modulePermissions.join(',')} (those of the client)`,
      permissionList,
    )
    .option(
      '--expires-days <days|never>',
      `${limits.apiKey.expiryDays.min}–${limits.apiKey.expiryDays.max} days, or never (${limits.apiKey.expiryDays.default})`,
      daysOrNever,
    )
    .option('--allow-ip <cidr>', 'address or CIDR block it may be used from; repeat for more (any)', collect)
    .option('--rate-limit <count>', `requests per minute (${limits.rateLimit.defaultPerMinute})`, wholeNumber)
    .option('--json', 'print {"keyId", "apiKey", …}')
    .addHelpText(
      'after',
      '\nExamples:\n' +
        '  assay keys create --client 3f0c… --json\n' +
        '  assay keys create --client 3f0c… --permissions speech --expires-days 30 \\\n' +
        '    --allow-ip 203.0.113.0/24 --allow-ip 2001:db8::/32\n',
    )
    .action((options) =>
      context.change(async ({ identity, record }) => {
        const made = await identity.createKey({
          clientId: options.client,
          projectId: options.project ?? null,
          name: options.name,
          allowedIps: options.allowIp ?? [],
          ...(options.permissions && { permissions: options.permissions }),
          ...(options.expiresDays !== undefined && { expiresInDays: nullForNever(options.expiresDays) }),
          ...(options.rateLimit !== undefined && { rateLimitPerMinute: options.rateLimit }),
        });
        await record(
          aboutKey('key.create', made.key, { name: made.key.name, expiresAt: made.key.expiresAt }),
        );
        if (options.json) printJson(context, withSecret(made));
        else printSecret(context, made);
      }),
    );
}

function registerList(keys: Command, context: CommandContext): void {
  keys
    .command('list')
    .description('list keys, never their secrets')
    .option('--client <id>', 'of this client only')
    .option('--json', 'print {"keys": [{"keyId", …}]}')
    .action((options) =>
      context.withServices(async ({ identity }) => {
        const all = await identity.listKeys(options.client);
        if (options.json) {
          printJson(context, { keys: all.map(withKeyId) });
          return;
        }
        const nowMs = context.clock.now();
        printTable(
          context,
          ['KEY', 'NAME', 'CLIENT', 'SECRET', 'STATE', 'EXPIRES', 'LAST USED'],
          all.map((key) => [
            key.id,
            key.name,
            key.clientId,
            key.masked,
            stateOf(key, nowMs),
            shortTime(key.expiresAt, 'never'),
            shortTime(key.lastUsedAt, 'never'),
          ]),
          'There are no keys.',
        );
      }),
    );
}

function registerRevoke(keys: Command, context: CommandContext): void {
  keys
    .command('revoke')
    .description('make a key invalid at once and for good')
    .argument('[keyId]')
    .option('--key <id>', 'the key, when not given as an argument')
    .option('--json', 'print {"keyId", "revokedAt", …}')
    .action((keyId, options) =>
      context.change(async ({ identity, record }) => {
        const key = await identity.revokeKey(requireId(keyId, options.key, 'assay keys revoke KEY_ID'));
        await record(aboutKey('key.revoke', key));
        if (options.json) printJson(context, withKeyId(key));
        else printLines(context, `Key ${key.id} (${key.masked}) is revoked.`);
      }),
    );
}

function registerExtend(keys: Command, context: CommandContext): void {
  keys
    .command('extend')
    .description('make a key valid for longer; an expired key works again, and its value stays the same')
    .argument('[keyId]')
    .option('--key <id>', 'the key, when not given as an argument')
    .option(
      '--days <days|never>',
      `days added to its end, or to now when that has passed; or never (${limits.apiKey.expiryDays.default})`,
      daysOrNever,
    )
    .option('--json', 'print {"keyId", "expiresAt", …}')
    .addHelpText('after', '\nExample:\n  assay keys extend 8b21… --days 180\n')
    .action((keyId, options) =>
      context.change(async ({ identity, record }) => {
        const wanted = requireId(keyId, options.key, 'assay keys extend KEY_ID --days DAYS');
        const days = nullForNever(options.days ?? limits.apiKey.expiryDays.default);
        const key = await identity.extendKey(wanted, days);
        await record(aboutKey('key.extend', key, { expiresAt: key.expiresAt }));
        if (options.json) printJson(context, withKeyId(key));
        else
          printLines(context, `Key ${key.id} (${key.masked}) expires: ${shortTime(key.expiresAt, 'never')}.`);
      }),
    );
}

function registerRotate(keys: Command, context: CommandContext): void {
  keys
    .command('rotate')
    .description('replace a key with a new one of the same settings; both work for a while')
    .argument('[keyId]')
    .option('--key <id>', 'the key, when not given as an argument')
    .option(
      '--overlap-hours <hours>',
      'how long the old key still works; 0 revokes it at once',
      hoursNumber,
      limits.apiKey.defaultOverlapHours,
    )
    .option('--json', 'print {"keyId", "apiKey", "previousKeyId", …} of the new key')
    .action((keyId, options) =>
      context.change(async ({ identity, record }) => {
        const previousKeyId = requireId(keyId, options.key, 'assay keys rotate KEY_ID');
        const made = await identity.rotateKey(previousKeyId, options.overlapHours);
        const { overlapHours } = options;
        await record(aboutKey('key.rotate', made.key, { previousKeyId, overlapHours }));
        if (options.json) printJson(context, { ...withSecret(made), previousKeyId });
        else {
          printSecret(context, made);
          printLines(
            context,
            options.overlapHours === 0
              ? `The old key ${previousKeyId} is revoked.`
              : `The old key ${previousKeyId} still works for ${options.overlapHours} hours.`,
          );
        }
      }),
    );
}

const aboutKey = (action: string, key: ApiKey, details: Record<string, unknown> = {}) => ({
  action,
  clientId: key.clientId,
  target: `key:${key.id}`,
  details: { secret: key.masked, ...details },
});

function withKeyId({ id, ...key }: ApiKey) {
  return { keyId: id, ...key };
}

function withSecret({ key, apiKey }: { key: ApiKey; apiKey: string }) {
  const { keyId, ...rest } = withKeyId(key);
  return { keyId, apiKey, ...rest };
}

function printSecret(context: CommandContext, { key, apiKey }: { key: ApiKey; apiKey: string }): void {
  printLines(
    context,
    `Created key ${key.id}: ${key.permissions.join(', ')}; expires ${shortTime(key.expiresAt, 'never')}; ` +
      `${key.rateLimitPerMinute} requests per minute; ` +
      (key.allowedIps.length > 0 ? `from ${key.allowedIps.join(', ')} only.` : 'from any address.'),
    '',
    `  ${apiKey}`,
    '',
    'Keep it now: it is not stored and cannot be shown again.',
  );
}

function stateOf(key: ApiKey, nowMs: number): string {
  if (key.revokedAt) return 'revoked';
  return key.expiresAt && Date.parse(key.expiresAt) <= nowMs ? 'expired' : 'valid';
}
