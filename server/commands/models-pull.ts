import { setGlobalProxyFromEnv } from 'node:http';
import type { Command } from 'commander';
import {
  type CatalogueModel,
  type Precision,
  readCatalogue,
  recommendedModel,
} from '../engines/models/catalogue.ts';
import { listRepository } from '../engines/models/hub.ts';
import { ModelError } from '../engines/models/model-error.ts';
import { pullModel } from '../engines/models/pull.ts';
import { ApiError } from '../errors.ts';
import { wholeNumber } from './arguments.ts';
import type { CommandContext } from './context.ts';
import { projectModels, thisMachine, withModelsLocked } from './models-context.ts';
import { precisionOption, reportInstalled, withProgress } from './models-report.ts';

interface PullOptions {
  recommended?: true;
  precision: Precision;
  repo?: string;
  revision?: string;
  licence?: string;
  answerSeconds: number;
  use?: true;
  json?: true;
}

/** `assay models pull`: from a hub, on a machine with internet. */
export function registerPull(models: Command, context: CommandContext): void {
  models
    .command('pull')
    .description('download a model and install it; goes on where an earlier pull stopped')
    .argument('[model]', 'one that "assay models list" names')
    .option('--recommended', 'the largest one that suits this machine')
    .addOption(precisionOption('form of the weights').default('int8'))
    .option('--repo <owner/name>', 'a repository of the hub that the list does not have; name it by [model]')
    .option('--revision <revision>', 'branch, tag or commit')
    .option('--licence <name>', 'licence of a repository that the list does not have')
    .option('--answer-seconds <seconds>', 'how long the hub may take for its first answer', wholeNumber, 20)
    .option('--use', 'choose it as the recogniser')
    .option('--json', 'print {"models": […], "isNew"}')
    .addHelpText('after', '\nExample:\n  assay models pull whisper-small --use\n')
    .action((id: string | undefined, options: PullOptions) => pull(context, id, options));
}

async function pull(context: CommandContext, id: string | undefined, options: PullOptions): Promise<void> {
  const { modelsMirror, offline } = context.config();
  if (offline) {
    throw new ModelError(
      'DOWNLOAD_FAILED',
      'ASSAY_OFFLINE=1 forbids to pull. Import a bundle: assay models import FILE',
    );
  }
  const model = await modelToPull(id, options);
  // Companies let such traffic out through a proxy only.
  setGlobalProxyFromEnv(context.env as NodeJS.ProcessEnv);
  // Before anything is made on the disk: where no hub answers, nothing shall have changed.
  const address = { baseUrl: modelsMirror, repo: model.repo };
  const listing = await listRepository(address, model.revision, { timeoutMs: options.answerSeconds * 1000 });
  await withModelsLocked(context, async (store) => {
    const { record, isNew } = await withProgress(
      context,
      { doing: `Pulling ${model.id}`, quiet: options.json === true },
      (onProgress) =>
        pullModel({
          store,
          model,
          precision: options.precision,
          baseUrl: modelsMirror,
          listing,
          onProgress,
        }),
    );
    await reportInstalled(context, store, [record], { ...options, extra: { isNew } });
  });
}

async function modelToPull(id: string | undefined, options: PullOptions): Promise<CatalogueModel> {
  const catalogue = await readCatalogue(projectModels);
  if (options.recommended) {
    return recommendedModel(catalogue, thisMachine());
  }
  if (id === undefined)
    throw new ApiError('INVALID_INPUT', 'Say which one: assay models pull MODEL, or --recommended.');
  if (options.repo !== undefined) {
    if (!/^[\w.-]+\/[\w.-]+$/.test(options.repo)) {
      throw new ApiError('INVALID_INPUT', `--repo must be owner/name; it is "${options.repo}".`);
    }
    return {
      id,
      kind: 'asr',
      title: id,
      repo: options.repo,
      revision: options.revision ?? 'main',
      parametersMillions: null,
      languages: [],
      licence: options.licence ?? 'not stated',
      origin: options.repo,
      needs: { cores: 1, memoryGb: 0 },
      recommended: false,
    };
  }
  const found = catalogue.find((model) => model.id === id);
  if (!found) {
    const names = catalogue.map((model) => model.id).join(', ');
    throw new ModelError('MODEL_NOT_FOUND', `There is no model "${id}" to pull; there are ${names}.`);
  }
  return { ...found, revision: options.revision ?? found.revision };
}
