import type { UseFormReturnType } from '@mantine/form';
import { limits } from '../../../../../config/limits.ts';
import type { PersonaDetails, PersonaDraft } from '../../../../../modules/console/personas/contract.ts';
import { faultFields } from '../../../components/fault.ts';
import { personaTexts } from '../../../texts/personas.ts';

const { editor: words } = personaTexts;
const { interview } = limits;

/** A question as the form has it. */
export interface QuestionDraft {
  /** Of its row, which may move. */
  key: string;
  text: string;
  /** What is typed may be no number yet; empty: as long as the others leave. */
  seconds: number | string;
  followUps: boolean;
  mustAsk: boolean;
}

/** A persona as the form has it: what is switched off keeps its text while the page is open. */
export interface Draft
  extends Omit<PersonaDraft, 'systemPrompt' | 'basePromptOverride' | 'maxMinutes' | 'questions'> {
  questionsKind: 'generated' | 'own';
  questions: QuestionDraft[];
  promptKind: 'generated' | 'own';
  systemPrompt: string;
  hasOwnBehaviour: boolean;
  basePromptOverride: string;
  /** What is typed may be no number yet. */
  maxMinutes: number | string;
}

export type PersonaFormState = UseFormReturnType<Draft>;

export const emptyDraft = (): Draft => ({
  roleName: '',
  language: limits.defaultLanguage,
  promptKind: 'generated',
  systemPrompt: '',
  hasOwnBehaviour: false,
  basePromptOverride: '',
  maxMinutes: interview.maxMinutes.default,
  voice: null,
  patienceMs: interview.patienceMs.default,
  analyse: false,
  positionId: null,
  questionsKind: 'generated',
  questions: [],
});

let rows = 0;
export const questionDraft = (text: string): QuestionDraft => ({
  ...{ key: `q${++rows}`, text, seconds: '', followUps: true, mustAsk: true },
});

export const draftOf = (persona: PersonaDetails): Draft => ({
  roleName: persona.roleName,
  language: persona.language,
  promptKind: persona.isPromptGenerated ? 'generated' : 'own',
  systemPrompt: persona.isPromptGenerated ? '' : persona.systemPrompt,
  hasOwnBehaviour: persona.basePromptOverride !== null,
  basePromptOverride: persona.basePromptOverride ?? '',
  maxMinutes: persona.maxMinutes,
  voice: persona.voice,
  patienceMs: persona.patienceMs,
  analyse: persona.analyse,
  positionId: persona.positionId,
  questionsKind: persona.questions === null ? 'generated' : 'own',
  questions: (persona.questions ?? []).map(({ text, seconds, ...rest }) => ({
    ...questionDraft(text),
    ...rest,
    seconds: seconds ?? '',
  })),
});

/** The questions as they are sent; null where they are made for the role. */
export const questionsOf = ({
  questionsKind,
  questions,
}: Pick<Draft, 'questionsKind' | 'questions'>): Exclude<PersonaDraft['questions'], undefined> =>
  questionsKind === 'own'
    ? questions.map(({ text, seconds, followUps, mustAsk }) => ({
        ...{ text: text.trim(), followUps, mustAsk },
        seconds: seconds === '' ? null : Number(seconds),
      }))
    : null;

export const sentOf = ({
  promptKind,
  hasOwnBehaviour,
  questionsKind,
  questions,
  ...draft
}: Draft): PersonaDraft => ({
  ...draft,
  questions: questionsOf({ questionsKind, questions }),
  systemPrompt: promptKind === 'own' ? draft.systemPrompt : null,
  basePromptOverride: hasOwnBehaviour ? draft.basePromptOverride : null,
  maxMinutes: Number(draft.maxMinutes),
});

/** The minutes as far as they are some, for what is shown while they are typed. */
export const minutesOf = ({ maxMinutes }: Pick<Draft, 'maxMinutes'>): number => {
  const { min, max, default: usual } = interview.maxMinutes;
  return Math.min(max, Math.max(min, Math.round(Number(maxMinutes)) || usual));
};

/** What keeps it from being saved, by field; null where nothing does. For `useForm`. */
export const validation = {
  roleName: (value: string) => (value.trim() === '' ? words.roleMissing : null),
  maxMinutes: (value: number | string) => {
    const { min, max } = interview.maxMinutes;
    const isFine = Number.isInteger(Number(value)) && Number(value) >= min && Number(value) <= max;
    return isFine ? null : words.minutesHint(min, max);
  },
  questions: (value: QuestionDraft[], { questionsKind }: Draft) =>
    questionsKind === 'own' && (value.length === 0 || value.some(({ text }) => text.trim() === ''))
      ? words.questionsMissing
      : null,
  systemPrompt: (value: string, { promptKind }: Draft) =>
    promptKind === 'own' && value.trim() === '' ? words.ownPromptMissing : null,
  basePromptOverride: (value: string, { hasOwnBehaviour }: Draft) =>
    hasOwnBehaviour && value.trim() === '' ? words.behaviourMissing : null,
};

/** The server's faults under the form's names: it knows the fields by those of the API. */
export const faultsOf = (fault: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(faultFields(fault)).map(([name, text]) => [
      name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
      text,
    ]),
  );
