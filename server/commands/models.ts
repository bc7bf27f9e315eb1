import type { Command } from 'commander';
import { ModelError } from '../engines/installed/model-error.ts';
import { readBundledModels } from '../engines/models/bundled.ts';
import { embedded, readChoice } from '../engines/models/choice.ts';
import { faultsOf } from '../engines/models/content/verify.ts';
import { getLocal, listLocal, type ModelPlaces, projectModels } from '../engines/models/local.ts';
import { ApiError } from '../errors.ts';
import type { CommandContext } from './context.ts';
import { openPlaces, withModelsLocked } from './models/context.ts';
import { printModels } from './models/list.ts';
import { registerTransfers } from './models/transfer.ts';
import { chooseRecogniser, sayChosen } from './models/use.ts';
import { printJson, printLines } from './output.ts';

/** `assay models …`: recognisers and language packs, how they come here and which one is used. */
export function registerModels(program: Command, context: CommandContext): void {
  const models = program
    .command('models')
    .description('recognisers and language packs: list, pull, bundle, import, verify, use, remove')
    .addHelpText(
      'after',
      [
        '',
        'Examples:',
        '  assay models pull whisper-small --use            on a machine with internet',
        '  assay models bundle whisper-small --out whisper-small.tar',
        '  assay models import whisper-small.tar --use      on the machine without',
        '  assay models use asr=embedded                    back to the recogniser that comes with Assay',
        '',
        'Models are in MODELS_DIR; those that came with the installation in models/weights. A running server uses a change from its next start on.',
        '',
      ].join('\n'),
    );

  registerList(models, context);
  registerTransfers(models, context);
  registerVerify(models, context);
  registerUse(models, context);
  registerRemove(models, context);
}

function registerList(models: Command, context: CommandContext): void {
  models
    .command('list')
    .description('what comes with Assay, what is installed, what can be pulled')
    .option('--json', 'print {"models": [{"id", "state", "sizeBytes", "languages", "licence", …}]}')
    .action(({ json }: { json?: true }) => printModels(context, json === true));
}

function registerVerify(models: Command, context: CommandContext): void {
  models
    .command('verify')
    .description('read every file again and compare it with its recorded hash; ends with 1 when one is wrong')
    .argument('[models...]', 'all, with those that come with Assay, when none is named')
    .option('--json', 'print {"ok", "models": [{"id", "ok", "faults"}]}')
    .action(async (ids: string[], { json }: { json?: true }) => {
      const checked = await verifyModels(openPlaces(context), ids);
      const ok = checked.every((model) => model.ok);
      context.setExitCode(ok ? 0 : 1);
      if (json) printJson(context, { ok, models: checked });
      else {
        const lines = checked.flatMap((model) =>
          model.ok ? [`${model.id}: as recorded`] : model.faults.map((fault) => `${model.id}: ${fault}`),
        );
        printLines(context, ...lines);
      }
    });
}

function registerUse(models: Command, context: CommandContext): void {
  models
    .command('use')
    .description('choose the recogniser; without an argument, say which one is chosen')
    .argument('[choice]', `asr=MODEL, or asr=${embedded} for the one that comes with Assay`)
    .option('--json', 'print {"asr", "languages"}')
    .addHelpText('after', '\nExample:\n  assay models use asr=whisper-small\n')
    .action(async (choice: string | undefined, { json }: { json?: true }) => {
      if (choice === undefined) {
        const { asr } = await readChoice(openPlaces(context));
        if (json) printJson(context, { asr });
        else printLines(context, `The recogniser is ${asr}.`);
        return;
      }
      const asr = /^asr=(.+)$/.exec(choice)?.[1];
      if (!asr)
        throw new ApiError(
          'INVALID_INPUT',
          `The choice must be asr=MODEL or asr=${embedded}; it is "${choice}".`,
        );
      const chosen = await withModelsLocked(context, () => chooseRecogniser(openPlaces(context), asr));
      if (json) printJson(context, chosen);
      else sayChosen(context, chosen);
    });
}

function registerRemove(models: Command, context: CommandContext): void {
  models
    .command('remove')
    .description('remove an installed model')
    .argument('<model>')
    .option('--json', 'print {"removed"}')
    .action(async (id: string, { json }: { json?: true }) => {
      await withModelsLocked(context, async (store) => {
        // A damaged one can be removed, too.
        if (!(await store.list()).some((model) => model.id === id)) {
          const places = openPlaces(context);
          await getLocal(places, id);
          throw new ModelError(
            'MODEL_REFUSED',
            `"${id}" came with the installation (${places.shipped.folder}) and stays with it.`,
          );
        }
        if ((await readChoice(openPlaces(context))).asr === id) {
          throw new ModelError(
            'MODEL_IN_USE',
            `"${id}" is the chosen recogniser. Choose another first: assay models use asr=${embedded}`,
          );
        }
        await store.remove(id);
      });
      if (json) printJson(context, { removed: id });
      else printLines(context, `Removed ${id}.`);
    });
}

async function verifyModels(places: ModelPlaces, ids: readonly string[]) {
  const bundled = await readBundledModels(projectModels);
  const wanted = (id: string) => ids.length === 0 || ids.includes(id);
  const local = await listLocal(places);
  const known = new Set([...bundled, ...local].map(({ id }) => id));
  const unknown = ids.find((id) => !known.has(id));
  if (unknown !== undefined) await getLocal(places, unknown);

  const checked: { id: string; ok: boolean; faults: string[] }[] = [];
  const note = (id: string, faults: string[]) => checked.push({ id, ok: faults.length === 0, faults });
  for (const { id, dir, record, fault } of local.filter((model) => wanted(model.id))) {
    note(id, record ? await faultsOf(dir, record) : [fault!]);
  }
  for (const { id, file, sha256, bytes } of bundled.filter((model) => wanted(model.id))) {
    const files = [{ path: file, sizeBytes: bytes, sha256 }];
    note(id, await faultsOf(projectModels, { files }, undefined, { strangers: false }));
  }
  return checked;
}
