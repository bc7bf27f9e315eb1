import { type Command, Option } from 'commander';
import { ApiError } from '../errors.ts';
import type { NewLink } from '../modules/accounts/types.ts';
import { type ClientRole, clientRoles } from '../modules/console/access.ts';
import type { CommandContext } from './context.ts';
import { printJson, printLines, printTable, shortTime } from './output.ts';
import type { Services } from './services.ts';

const CREATED_BY = 'command line';

interface InviteOptions {
  email?: string;
  client?: string;
  role?: ClientRole;
  owner?: boolean;
}

/** People of the console: links that let them in. Every user of the machine who may run commands may do this. */
export function registerConsole(program: Command, context: CommandContext): void {
  const console = program.command('console').description('people who use the console at /console/');

  registerInvite(console, context);
  registerReset(console, context);
  registerPeople(console, context);
}

function registerInvite(console: Command, context: CommandContext): void {
  console
    .command('invite')
    .description('make a link that lets one person in, once; without options, the first owner')
    .option('--owner', 'an owner, who may do everything in every client')
    .option('--client <id>', 'a member of this client')
    .addOption(new Option('--role <role>', 'the role there').choices([...clientRoles]))
    .option('--email <address>', 'who it is for; needed for a member')
    .option('--json', 'print {"inviteId", "link", "token", "expiresAt"}')
    .addHelpText(
      'after',
      '\nExamples:\n' +
        '  assay console invite\n' +
        '  assay console invite --client 3f0c… --role recruiter --email ada@example.com\n',
    )
    .action((options: InviteOptions & { json?: boolean }) =>
      context.change(
        async (services) => {
          const link = await invite(services, options);
          await services.record({
            action: options.client === undefined ? 'owner.invite' : 'member.invite',
            clientId: options.client ?? null,
            target: `invite:${link.inviteId}`,
            details: {
              ...(options.email !== undefined && { email: options.email }),
              ...(options.role !== undefined && { role: options.role }),
            },
          });
          show(context, services, link, options.json === true);
        },
        { mayBegin: true },
      ),
    );
}

function registerReset(console: Command, context: CommandContext): void {
  console
    .command('reset')
    .description('make a one-time link for choosing a new password')
    .requiredOption('--email <address>', 'whose')
    .option('--remove-second-factor', 'also take away a second factor that was lost')
    .option('--json', 'print {"inviteId", "link", "token", "expiresAt"}')
    .action((options: { email: string; removeSecondFactor?: boolean; json?: boolean }) =>
      context.change(async (services) => {
        const user = await services.accounts.people.findByEmail(options.email);
        if (!user) throw new ApiError('NOT_FOUND', `There is no account "${options.email}".`);
        const removesTotp = options.removeSecondFactor === true;
        const link = await services.accounts.invites.reset({
          userId: user.id,
          removesTotp,
          createdBy: CREATED_BY,
        });
        await services.record({
          action: 'person.reset',
          clientId: null,
          target: `user:${user.id}`,
          details: { removesSecondFactor: removesTotp },
        });
        show(context, services, link, options.json === true);
      }),
    );
}

function registerPeople(console: Command, context: CommandContext): void {
  console
    .command('people')
    .description('list everybody who may sign in')
    .option('--json', 'print {"people": [{"userId", "email", …}]}')
    .action((options: { json?: boolean }) =>
      context.withServices(async ({ accounts }) => {
        const everybody = await accounts.people.everybody();
        if (options.json) {
          printJson(context, { people: everybody.map(({ id, ...person }) => ({ userId: id, ...person })) });
          return;
        }
        printTable(
          context,
          ['E-MAIL', 'NAME', 'MAY', 'STATE', 'SECOND FACTOR', 'LAST SEEN'],
          everybody.map((person) => [
            person.email,
            person.name,
            person.isOwner
              ? 'owner'
              : person.memberships.map(({ role, clientName }) => `${role} of ${clientName}`).join(', '),
            person.disabledAt === null ? 'active' : 'disabled',
            person.totpEnabled ? 'on' : 'off',
            shortTime(person.lastSeenAt, 'never'),
          ]),
          'No accounts yet. Make a link for the first owner: assay console invite',
        );
      }),
    );
}

async function invite(
  { accounts, identity }: Services,
  { email, client, role, owner }: InviteOptions,
): Promise<NewLink> {
  const { invites } = accounts;
  if (client !== undefined) {
    if (owner || role === undefined || email === undefined) {
      throw new ApiError('INVALID_INPUT', 'A member needs --client, --role and --email.');
    }
    if (!(await identity.listClients()).some(({ id }) => id === client)) {
      throw new ApiError('NOT_FOUND', `There is no client "${client}".`);
    }
    return invites.member({ clientId: client, email, role, createdBy: CREATED_BY });
  }
  if (role !== undefined) throw new ApiError('INVALID_INPUT', 'A role is held in a client: give --client.');
  const first = email === undefined ? await invites.setUp(CREATED_BY) : null;
  return first ?? invites.owner({ email: email ?? null, createdBy: CREATED_BY });
}

function show(context: CommandContext, { config }: Services, made: NewLink, isJson: boolean): void {
  const base = config.publicUrl ?? `http://localhost:${config.port}`;
  const link = `${base}/console/welcome#${made.token}`;
  if (isJson) printJson(context, { ...made, link });
  else {
    printLines(
      context,
      `This link works once, until ${shortTime(made.expiresAt, '')}:`,
      '',
      `  ${link}`,
      '',
      'Give it only to that person. It is not stored and cannot be shown again.',
    );
  }
}
