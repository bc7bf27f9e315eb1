import type { grammarTexts as english } from '../grammar.ts';
import type { Texts } from '../language.ts';

export const grammarTexts: Texts<typeof english> = {
  title: 'Sprache im Einzelnen',
  description:
    'Grammatik, neben den Bewertungen. Regeln nennen nur, was sicher gehört wurde, und übersehen die meisten Fehler: Wie viele hier stehen, sagt nichts darüber, wie viele es waren.',
  errors: 'Fehler, mit Berichtigung',
  noErrors: 'Keine, bei denen die Regeln sicher sind.',
  structures: 'Fehlerfrei gebraucht',
  noStructures: 'Keine, die an ihrer Form zu erkennen war.',
  insteadOf: (right: string) => `besser: ${right}`,
  errorKinds: {
    agreement: 'Subjekt und Verb',
    verbForm: 'Verbform',
    tense: 'Zeitform',
    article: '„a“ oder „an“',
    plural: 'Einzahl oder Mehrzahl',
    countability: 'Zählbar oder nicht',
    comparison: 'Steigerung',
    preposition: 'Präposition',
    negation: 'Verneinung',
    expression: 'Ausdruck',
  },
  structureKinds: {
    past: 'Vergangenheit',
    continuous: 'Verlaufsform',
    future: 'Zukunft',
    comparison: 'Steigerung',
    because: 'Begründung',
    when: 'Zeitangabe im Nebensatz',
    if: 'Bedingung',
    relative: 'Relativsatz',
    presentPerfect: 'Perfekt',
    indirectQuestion: 'Indirekte Frage',
    although: 'Gegensatz im Nebensatz',
    passive: 'Passiv',
    pastPerfect: 'Plusquamperfekt',
    unreal: 'Was wäre, oder gewesen wäre',
  },
};
