import type { EmbeddedKind } from './port.ts';

/** What stands in front of a text, as its model was trained. */
export type Instructions = Readonly<Record<EmbeddedKind, string>>;

const none: Instructions = { query: '', passage: '' };

/** By the model's name; the makers' model cards say how each is to be asked. Models that were trained without any know none. */
export function instructionsFor(modelName: string): Instructions {
  const name = modelName.toLowerCase();
  if (/(^|[^a-z0-9])e5([^a-z0-9]|$)/.test(name) && !name.includes('instruct')) {
    return { query: 'query: ', passage: 'passage: ' };
  }
  // Of the English ones only; the later multilingual one wants none.
  if (/bge-(small|base|large)-en/.test(name)) {
    return { query: 'Represent this sentence for searching relevant passages: ', passage: '' };
  }
  return none;
}
