import { limits } from '../../config/limits.ts';
import { type InventoryModel, listInventory } from '../../engines/models/inventory.ts';
import { projectModels, thisMachine } from '../../engines/models/local.ts';
import type { CommandContext } from '../context.ts';
import { printJson, printLines, printTable } from '../output.ts';
import { openPlaces } from './context.ts';
import { megabytes } from './progress.ts';

/** A line of `assay models list`. */
export type ListedModel = Omit<
  InventoryModel,
  'files' | 'needs' | 'isRecogniser' | 'isRecommended' | 'fault'
>;

/** What comes with Assay, what is installed, and what could be pulled. */
export async function listModels(context: CommandContext): Promise<ListedModel[]> {
  const models = await listInventory({
    places: openPlaces(context),
    projectFolder: projectModels,
    machine: thisMachine(),
  });
  return models.map(
    ({ files: _files, needs: _needs, isRecogniser: _, isRecommended: __, fault, ...model }) => ({
      ...model,
      source: fault ?? model.source,
    }),
  );
}

export async function printModels(context: CommandContext, asJson: boolean): Promise<void> {
  const models = await listModels(context);
  if (asJson) return printJson(context, { models });
  printTable(
    context,
    ['MODEL', 'STATE', 'SIZE', 'LANGUAGES', 'LICENCE', 'WHAT IT IS'],
    models.map((model) => [
      model.id,
      stateInWords(model),
      model.sizeBytes === null ? null : `${model.sizeIsRough ? '~' : ''}${megabytes(model.sizeBytes)}`,
      languagesInWords(model.languages),
      model.licence,
      model.title || model.source,
    ]),
    'There are no models.',
  );
  if (models.some(({ state }) => state === 'available')) {
    printLines(context, '', 'Available ones are installed by: assay models pull MODEL');
  }
}

function stateInWords({ state, inUse }: ListedModel): string {
  if (state === 'shipped') return inUse ? 'in use; came with the installation' : 'came with the installation';
  return state === 'installed' && inUse ? 'in use' : state;
}

/** Of the languages that analyses accept. */
export function languagesInWords(languages: readonly string[]): string {
  const known = limits.languages.filter((code) => languages.includes(code));
  if (known.length === limits.languages.length) return `all ${known.length}`;
  return known.length > 0 ? known.join(' ') : languages.length > 0 ? languages.slice(0, 3).join(' ') : '–';
}
