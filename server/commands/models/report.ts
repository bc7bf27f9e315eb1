import { Option } from 'commander';
import { type ModelRecord, totalBytes } from '../../engines/installed/record.ts';
import type { Progress } from '../../engines/models/bundle/lists.ts';
import { precisions } from '../../engines/models/catalogue.ts';
import { ApiError } from '../../errors.ts';
import type { CommandContext } from '../context.ts';
import { printJson, printLines } from '../output.ts';
import { openPlaces } from './context.ts';
import { languagesInWords } from './list.ts';
import { createByteProgress, megabytes } from './progress.ts';
import { chooseRecogniser, sayChosen } from './use.ts';

export const precisionOption = (meaning: string) =>
  new Option('--precision <form>', meaning).choices([...precisions]);

/** Shows how far it is on standard error, unless `quiet`: with `--json` only a fault may stand there. */
export async function withProgress<Result>(
  { stderr }: CommandContext,
  { doing, quiet }: { doing: string; quiet: boolean },
  work: (onProgress: Progress) => Promise<Result>,
): Promise<Result> {
  if (quiet) return work(() => {});
  const progress = createByteProgress(stderr, doing);
  try {
    return await work(progress.show);
  } finally {
    progress.end();
  }
}

/** Says what was installed and, with `--use`, chooses it. */
export async function reportInstalled(
  context: CommandContext,
  records: readonly ModelRecord[],
  { use, json, isNew }: { use?: true | undefined; json?: true | undefined; isNew?: (id: string) => boolean },
): Promise<void> {
  const recogniser = records.find(({ kind }) => kind === 'asr');
  if (use && !recogniser)
    throw new ApiError('INVALID_INPUT', 'Installed, but it is not a usable recogniser.');
  const chosen = use && recogniser ? await chooseRecogniser(openPlaces(context), recogniser.id) : null;
  if (json) {
    const news = isNew && { isNew: records.some(({ id }) => isNew(id)) };
    printJson(context, { models: records, ...news, ...(chosen && { use: { asr: chosen.asr } }) });
    return;
  }
  for (const { id, files, languages } of records) {
    const verb = !isNew || isNew(id) ? 'is installed' : 'is already installed';
    printLines(
      context,
      `${id} ${verb}: ${megabytes(totalBytes(files))}, languages ${languagesInWords(languages)}.`,
    );
  }
  if (chosen) sayChosen(context, chosen);
  else if (recogniser) printLines(context, `To use it: assay models use asr=${recogniser.id}`);
}
