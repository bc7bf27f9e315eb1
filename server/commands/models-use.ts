import { embedded, writeChoice } from '../engines/models/choice.ts';
import { loadContent } from '../engines/models/content.ts';
import { ModelError } from '../engines/models/model-error.ts';
import type { ModelStore } from '../engines/models/store.ts';
import { faultsOf } from '../engines/models/verify.ts';
import type { CommandContext } from './context.ts';
import { languagesInWords } from './models-list.ts';
import { printLines } from './output.ts';

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
export async function chooseRecogniser(store: ModelStore, asr: string): Promise<Chosen> {
  if (asr === embedded) {
    await writeChoice(store.folder, { asr });
    return { asr, languages: null };
  }
  const record = await store.get(asr);
  if (record.kind !== 'asr')
    throw new ModelError('MODEL_REFUSED', `"${asr}" is a language pack, not a recogniser.`);
  const [fault] = await faultsOf(store.folderOf(asr), record);
  if (fault) throw new ModelError('MODEL_DAMAGED', `${fault}. Install "${asr}" again.`);
  const { languages } = await loadContent('asr', store.folderOf(asr));
  await writeChoice(store.folder, { asr });
  return { asr, languages };
}

export function sayChosen(context: CommandContext, { asr, languages }: Chosen): void {
  const knows =
    languages === null ? 'it knows English' : `it knows ${languagesInWords(languages)} of Assay's languages`;
  printLines(context, `The recogniser is ${asr}; ${knows}. A running server uses it from its next start on.`);
}
