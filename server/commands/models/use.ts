import { ModelError } from '../../engines/installed/model-error.ts';
import { embedded, writeChoice } from '../../engines/models/choice.ts';
import { loadContent } from '../../engines/models/content/content.ts';
import { faultsOf } from '../../engines/models/content/verify.ts';
import { getLocal, type ModelPlaces } from '../../engines/models/local.ts';
import type { CommandContext } from '../context.ts';
import { printLines } from '../output.ts';
import { languagesInWords } from './list.ts';

export interface Chosen {
  asr: string;
  /** Null for the embedded recogniser. */
  languages: readonly string[] | null;
}

/**
 * Checks files and content before anything is changed: what is chosen here starts.
 *
 * @throws ModelError
 */
export async function chooseRecogniser(places: ModelPlaces, asr: string): Promise<Chosen> {
  const { folder } = places.installed;
  if (asr === embedded) {
    await writeChoice(folder, { asr });
    return { asr, languages: null };
  }
  const { record, dir } = await getLocal(places, asr);
  if (record.kind !== 'asr') throw new ModelError('MODEL_REFUSED', `"${asr}" is not a recogniser.`);
  const [fault] = await faultsOf(dir, record);
  if (fault) throw new ModelError('MODEL_DAMAGED', `${fault}. Install "${asr}" again.`);
  const { languages } = await loadContent('asr', dir);
  await writeChoice(folder, { asr });
  return { asr, languages };
}

export function sayChosen(context: CommandContext, { asr, languages }: Chosen): void {
  const knows =
    languages === null ? 'it knows English' : `it knows ${languagesInWords(languages)} of Assay's languages`;
  printLines(context, `The recogniser is ${asr}; ${knows}. A running server uses it from its next start on.`);
}
