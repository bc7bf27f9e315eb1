import { unclearSounds } from '../explanation/sounds.ts';
import { inIpa, sounds } from '../languages/en/sounds.ts';
import { clarityOf } from '../scoring/clarity.ts';
import { grammarItem, outstanding, quoter, toldMoves, toldSlips } from './evidence.ts';
import type { ReportTexts } from './texts/types.ts';
import { quotes, type ReportFacts, type ReportItem, type ReportSection, said } from './types.ts';

/** From here on the scales rest on assumptions and have nothing to advise. */
const AT_TOP = 4;
/** A candidate can work on so many points at a time. */
const MAX_ADVICE = 2;
/** From this share of clear words on they are praised. */
const GOOD_NEWS = 2 / 3;

/** The page for the candidate: what went well first, then what to practise. No score, no level, no word on a decision. */
export function forCandidate(facts: ReportFacts, texts: ReportTexts): ReportSection[] {
  const { vocabulary, fluency, accent } = facts.source.dimensions;
  const { up, down } = outstanding(toldMoves(facts));
  const quote = quoter(facts.source);
  const isTop = [vocabulary, fluency].some((dimension) => dimension && dimension.score >= AT_TOP);
  const praised = up.slice(0, MAX_ADVICE).map(
    (move): ReportItem => ({
      text: texts.wordings[move.feature]!.praise(move),
      quote: quote(move),
      measure: move.feature,
    }),
  );
  const advised = (isTop ? [] : down).slice(0, MAX_ADVICE).map(
    (move): ReportItem => ({
      text: texts.wordings[move.feature]!.advise(move),
      quote: quote(move),
      measure: move.feature,
    }),
  );
  const slips = toldSlips(facts.source, MAX_ADVICE).map((slip) =>
    grammarItem(texts.candidate.sayInstead(slip.wrong, slip.right), slip),
  );
  const practised = [...advised, ...soundAdvice(facts, texts), ...slips];
  const isUnsure = [vocabulary, fluency].some((dimension) => dimension?.confidence === 'low');
  const words = accent?.words ?? [];
  const clear = words.filter(({ gop }) => clarityOf(gop) === 'clear').length;
  const run = fluency?.evidence.find(({ feature }) => feature === 'meanRunSyllables');
  const mentionsB2 = [...praised, ...advised].some(({ text }) => text.includes('B2'));
  const section = (kind: ReportSection['kind'], items: ReportItem[]): ReportSection => ({
    kind,
    title: texts.sections.candidate[kind]!,
    items,
  });
  const wentWell = section('wentWell', [
    ...praised,
    ...(praised.length === 0 && run
      ? [
          {
            text: texts.candidate.longStretch,
            quote: { text: run.text, startMs: run.startMs, endMs: run.endMs },
            measure: run.feature,
          },
        ]
      : []),
    // Told where it is good news.
    ...(clear > GOOD_NEWS * words.length ? [said(texts.clearWords(clear, words.length))] : []),
  ]);
  const practise = section('practise', [
    ...practised,
    ...(isTop ? [said(texts.candidate.top)] : []),
    ...(!vocabulary && !fluency ? [said(texts.candidate.tooLittle)] : []),
    ...(practised.length === 0 && !isTop && (vocabulary || fluency)
      ? [said(texts.candidate.nothingToPractise)]
      : []),
    ...(isUnsure && practised.length > 0 ? [said(texts.candidate.rough)] : []),
  ]);
  const about = section('about', [
    ...texts.about.candidate.map(said),
    ...(quotes([wentWell, practise]) ? [said(texts.quotations)] : []),
    ...(mentionsB2 ? [said(texts.candidate.aboutB2)] : []),
  ]);
  // The candidate's page never begins with what is wrong.
  return wentWell.items.length > 0 ? [wentWell, practise, about] : [about, practise];
}

function soundAdvice({ source, calibrations }: ReportFacts, texts: ReportTexts): ReportItem[] {
  const { accent } = source.dimensions;
  if (!accent || accent.score >= AT_TOP) return [];
  const found = unclearSounds(accent, calibrations.usualSounds, MAX_ADVICE);
  if (found.length === 0) return [];
  const named = found.map(({ phone }) => texts.candidate.sound(sounds[phone]!.example, inIpa(phone)));
  const example = accent.evidence.find(({ note }) =>
    found.some(({ phone }) => note?.endsWith(`(ARPAbet ${phone})`)),
  );
  return [
    {
      text: texts.candidate.practiseSounds(named),
      quote: example ? { text: example.text, startMs: example.startMs, endMs: example.endMs } : null,
      measure: 'phones',
    },
  ];
}
