import { textsOf } from './languages/registry.ts';
import type { NoticeSection } from './types.ts';

/** What decides what a candidate is told. */
export interface NoticeFacts {
  /** ISO 639-1, of the interview. */
  language: string;
  clientName: string;
  roleName: string;
  /** Vocabulary, fluency and accent are scored from the recording. */
  isScored: boolean;
  /** Days after the interview; null: until a person deletes it. */
  keptDays: { recording: number | null; transcript: number | null; scores: number | null };
  own: OwnNotice | null;
}

/** What a client adds. */
export interface OwnNotice {
  /** 1, and one more with each change. */
  version: number;
  /** Whom to write to. */
  contact: string | null;
  privacyUrl: string | null;
  /** By language, ISO 639-1; where the interview's is missing, the first is shown. */
  texts: Readonly<Record<string, string>>;
}

/** What a candidate is told before the interview, as it is shown. */
export interface Notice {
  /** ISO 639-1. */
  language: string;
  isScored: boolean;
  /** Of the client's own part; 0 without one. */
  version: number;
  sections: readonly NoticeSection[];
  /** What is agreed to. */
  agree: string;
}

/** The same facts make the same notice, word for word. */
export function composeNotice({
  language,
  clientName,
  roleName,
  isScored,
  keptDays,
  own,
}: NoticeFacts): Notice {
  const { notice: texts } = textsOf(language);
  const put = (text: string, more: Readonly<Record<string, string>> = {}) => {
    const values: Readonly<Record<string, string>> = { client: clientName, role: roleName, ...more };
    return text.replaceAll(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place);
  };
  const section = ({ title, text }: { title: string; text: string }, ...more: string[]): NoticeSection => ({
    title: put(title),
    paragraphs: [put(text), ...more],
  });
  const inDays = new Intl.NumberFormat(language === 'sr' ? 'sr-Latn' : language, {
    ...{ style: 'unit', unit: 'day', unitDisplay: 'long' },
  });
  const kept = (what: string, days: number | null) =>
    `${what}: ${days === null ? put(texts.kept.untilDeleted) : inDays.format(days)}`;
  const ownText = own && (own.texts[language] ?? Object.values(own.texts)[0]);
  return {
    language,
    isScored,
    version: own?.version ?? 0,
    sections: [
      section(texts.program),
      section(texts.recorded),
      section({ title: texts.scored.title, text: isScored ? texts.scored.text : texts.scored.none }),
      section(texts.seen),
      section(
        texts.kept,
        kept(texts.kept.recording, keptDays.recording),
        kept(texts.kept.transcript, keptDays.transcript),
        ...(isScored ? [kept(texts.kept.scores, keptDays.scores)] : []),
      ),
      section(
        texts.ask,
        ...(own?.contact ? [put(texts.ask.contact, { contact: own.contact })] : []),
        ...(own?.privacyUrl ? [put(texts.ask.privacy, { url: own.privacyUrl })] : []),
      ),
      ...(ownText ? [{ title: put(texts.added), paragraphs: ownText.split(/\n{2,}/u) }] : []),
      section(texts.without),
    ],
    agree: isScored ? texts.agree.scored : texts.agree.recorded,
  };
}
