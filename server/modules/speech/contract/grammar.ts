import { Type } from 'typebox';
import { structureKinds } from '../../../domain/grammar/range.ts';
import { errorKinds } from '../../../domain/grammar/reading.ts';
import { listOf, text } from '../../shapes/schema.ts';
import { times } from './transcript.ts';

const Structure = Type.Object(
  {
    kind: Type.Enum(structureKinds, {
      description:
        'Tenses: `past`, `continuous`, `future`, `presentPerfect`, `pastPerfect`. Clauses: `because`, `when` (also while, until, before, after), `if`, `although` (also unless, whereas), `relative` (who, which), `indirectQuestion` ("I know how it works"). `comparison` (also superlatives), `passive`, `unreal` ("would have said", "if I had time I would").',
    }),
    text: text('The structure with the words around it, as they were said.'),
    ...times,
  },
  {
    $id: 'GrammarStructure',
    description: 'A structure of grammar that was used, with one place to hear it.',
  },
);

const Slip = Type.Object(
  {
    kind: Type.Enum(errorKinds, {
      description:
        '`agreement` ("he go"), `verbForm` ("didn’t went"), `tense` ("yesterday I go"), `article` ("a apple"), `plural` ("two year"), `countability` ("informations"), `comparison` ("more better"), `preposition` ("depends of"), `negation` ("I no have"), `expression` ("I am agree").',
    }),
    text: text('What was said, with the words around it.'),
    wrong: text('The words of it that are wrong, lower case but for "I".'),
    right: text('What they should be.'),
    ...times,
  },
  { $id: 'GrammarError', description: 'A slip of grammar, with a correction.' },
);

export const Grammar = Type.Object(
  {
    structures: listOf(
      Structure,
      'Structures that were used without a slip, one quotation each, roughly from what is learnt first to what is learnt last. What is missing may have been used all the same.',
    ),
    errors: listOf(
      Slip,
      'Slips that rules are sure of, in time order, at most 30. Every word of one is surely heard, and none lies across a pause or a repair. Most slips are not found: how many there are says nothing of how many were made.',
      { maxItems: 30 },
    ),
  },
  {
    $id: 'Grammar',
    description:
      'Grammar in quotations, English only. None of it is scored, and it has no rate: it was not compared with examiners’ ratings.',
  },
);
