import type { Command } from 'commander';
import type { CommandContext } from './context.ts';
import { printJson, printLines, printTable, shortTime } from './output.ts';

export function registerProjects(program: Command, context: CommandContext): void {
  const projects = program
    .command('projects')
    .description('projects of a client: runs belong to the project of their key');

  projects
    .command('create')
    .description('create a project')
    .requiredOption('--client <id>', 'the client it belongs to')
    .requiredOption('--name <name>', 'name of the project')
    .option('--json', 'print {"projectId", …}')
    .addHelpText('after', '\nExample:\n  assay projects create --client 3f0c… --name "Graduates 2026"\n')
    .action((options) =>
      context.change(async ({ identity, record }) => {
        const { id, ...rest } = await identity.createProject({
          clientId: options.client,
          name: options.name,
        });
        await record({
          action: 'project.create',
          clientId: rest.clientId,
          target: `project:${id}`,
          details: { name: rest.name },
        });
        if (options.json) printJson(context, { projectId: id, ...rest });
        else printLines(context, `Created project ${id} "${rest.name}".`);
      }),
    );

  projects
    .command('list')
    .description('list projects')
    .option('--client <id>', 'of this client only')
    .option('--json', 'print {"projects": [{"projectId", …}]}')
    .action((options) =>
      context.withServices(async ({ identity }) => {
        const all = await identity.listProjects(options.client);
        if (options.json) {
          printJson(context, { projects: all.map(({ id, ...project }) => ({ projectId: id, ...project })) });
          return;
        }
        printTable(
          context,
          ['PROJECT', 'NAME', 'CLIENT', 'CREATED'],
          all.map((project) => [
            project.id,
            project.name,
            project.clientId,
            shortTime(project.createdAt, ''),
          ]),
          'There are no projects.',
        );
      }),
    );
}
