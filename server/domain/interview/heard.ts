import { serbian } from '../languages/sr/index.ts';
import { createAlone } from './alone.ts';
import { textsOf } from './languages/registry.ts';
import { weightOf } from './sentences.ts';
import type { Told } from './types.ts';

/** What was said, as far as it decides what to say next. Nothing of its words goes any further. */
export interface Heard {
  isEmpty: boolean;
  isShort: boolean;
  wants: 'repeat' | 'wait' | 'decline' | null;
  isQuestion: boolean;
  hasNoQuestions: boolean;
  /** One or two words. */
  isWord: boolean;
  told: readonly Told[];
}

/** Wishes are said briefly: who tells a story in which something was repeated does not ask for anything. */
const maxWishWeight = 90;
const maxQuestionWeight = 200;
const shortWeight = 70;
const wordWeight = 14;

const question = /[?？؟]\s*$/u;
const figures =
  /\d{2,}|\d\s*%|[%‰€$£¥]|percent|prozent|por ?cento|por ciento|pour ?cent|per ?cento|procent|yüzde|процент|posto|بالمئة|في المئة|प्रतिशत|百分之|パーセント|퍼센트/u;
/** Names of tools that are the same in every language. */
const tools =
  /\b(?:python|java|javascript|typescript|kotlin|rust|golang|c\+\+|c#|php|ruby|sql|postgres\w*|mysql|oracle|mongodb|redis|kafka|docker|kubernetes|terraform|jenkins|git|github|gitlab|linux|aws|azure|react|angular|vue|django|spring|node(?:\.?js)?|excel|power ?bi|tableau|looker|pandas|spark|airflow|tensorflow|pytorch|sap|salesforce|hubspot|zendesk|jira|datev|quickbooks|autocad|solidworks|catia|cnc|plc|sps|photoshop|figma|word ?press|chatgpt|moodle)\b/u;

export function hear(said: string, language: string): Heard {
  const { cues } = textsOf(language);
  const text = plain(said, language);
  const weight = weightOf(text);
  const isBrief = weight <= maxWishWeight;
  const wish =
    aloneIn(language)(text) ?? (['repeat', 'wait', 'decline'] as const).find((name) => cues[name].test(text));
  return {
    isEmpty: !/[\p{L}\p{N}]/u.test(text),
    isShort: weight < shortWeight,
    isWord: weight <= wordWeight,
    wants: (isBrief && wish) || null,
    isQuestion: question.test(text) && weight <= maxQuestionWeight,
    hasNoQuestions: isBrief && !question.test(text) && cues.noQuestions.test(text),
    told: [
      ...(['example', 'result'] as const).filter((name) => cues[name].test(text)),
      ...(cues.team.test(text) ? ['ownPart' as const] : []),
      ...(figures.test(text) ? ['measure' as const] : []),
      ...(tools.test(text) ? ['tool' as const] : []),
    ],
  };
}

const readers = new Map<string, ReturnType<typeof createAlone>>();

function aloneIn(language: string): ReturnType<typeof createAlone> {
  let reader = readers.get(language);
  if (!reader) {
    reader = createAlone(textsOf(language).cues, (text) => plain(text, language));
    readers.set(language, reader);
  }
  return reader;
}

/** Lower case, one kind of blank and apostrophe, one alphabet. */
function plain(said: string, language: string): string {
  const text = said.normalize('NFC').toLowerCase().replaceAll('’', "'").replaceAll(/\s+/gu, ' ').trim();
  const letters = language === 'sr' ? serbian.otherLetters : undefined;
  return letters ? [...text].map((letter) => letters[letter] ?? letter).join('') : text;
}
