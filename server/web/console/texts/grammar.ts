import type { StructureKind } from '../../../domain/grammar/range.ts';
import type { ErrorKind } from '../../../domain/grammar/reading.ts';
import { inLanguage } from './language.ts';

/** Grammar in quotations. */
export const grammarTexts = inLanguage('grammarTexts', {
  title: 'Language in detail',
  description:
    'Grammar, beside the scores. Rules tell only what was surely heard, and miss most slips: how many there are here says nothing of how many were made.',
  errors: 'Slips, with a correction',
  noErrors: 'None that the rules are sure of.',
  structures: 'Used without a slip',
  noStructures: 'None that could be told by its form.',
  insteadOf: (right: string) => `better: ${right}`,
  errorKinds: {
    agreement: 'Subject and verb',
    verbForm: 'Form of the verb',
    tense: 'Tense',
    article: '“a” or “an”',
    plural: 'One or many',
    countability: 'Countable or not',
    comparison: 'Comparison',
    preposition: 'Preposition',
    negation: 'Negation',
    expression: 'Expression',
  } satisfies Record<ErrorKind, string>,
  structureKinds: {
    past: 'Past tense',
    continuous: 'Continuous form',
    future: 'Future',
    comparison: 'Comparison',
    because: 'Clause of reason',
    when: 'Clause of time',
    if: 'Condition',
    relative: 'Relative clause',
    presentPerfect: 'Present perfect',
    indirectQuestion: 'Indirect question',
    although: 'Clause of contrast',
    passive: 'Passive',
    pastPerfect: 'Past perfect',
    unreal: 'What would be, or would have been',
  } satisfies Record<StructureKind, string>,
});
