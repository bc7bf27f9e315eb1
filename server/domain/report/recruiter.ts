import { groupOf, type Move } from '../explanation/moves.ts';
import { levelBand } from '../scoring/cefr-levels.ts';
import { clarityOf } from '../scoring/clarity.ts';
import { clock } from '../transcript/clock.ts';
import { atLeastUsual, grammarItem, outstanding, quoter, toldMoves, toldSlips } from './evidence.ts';
import type { ReportTexts } from './texts/types.ts';
import { quotes, type ReportFacts, type ReportItem, type ReportSection, said } from './types.ts';

/** As many as a reader takes in at a glance. */
const TOLD = 3;
const MAX_QUESTIONS = 3;
/** From this share of probably misheard words on it is told. */
const TOLD_WORD_ERRORS = 0.1;
/** From here on the scales rest on assumptions. */
const BEYOND_NORMS = 4;

/** The page for the person who decides: the answer first, then why, what to do next, and what to be careful with. */
export function forRecruiter(facts: ReportFacts, texts: ReportTexts): ReportSection[] {
  const moves = toldMoves(facts);
  const section = (kind: ReportSection['kind'], items: ReportItem[]): ReportSection => ({
    kind,
    title: texts.sections.recruiter[kind]!,
    items,
  });
  const why = section('reasons', reasons(facts, moves, texts));
  const shown = section('measured', measured(facts, moves, texts));
  return [
    section('answer', answer(facts, texts)),
    section('job', besideJob(facts, texts)),
    why,
    shown,
    section('askNext', askNext(facts, moves, texts)),
    section('cautions', cautions(facts, texts)),
    section(
      'about',
      [...texts.about.recruiter, ...(quotes([why, shown]) ? [texts.quotations] : [])].map(said),
    ),
  ];
}

function besideJob({ source, job, asksNothing }: ReportFacts, texts: ReportTexts): ReportItem[] {
  if (asksNothing) return [said(texts.asksNothing(source.language))];
  if (!job) return [];
  return [said(texts.job(job)), ...(job.probability === null ? [] : [said(texts.jobMeans)])];
}

function answer({ source, level, calibrations }: ReportFacts, texts: ReportTexts): ReportItem[] {
  const { vocabulary, fluency, accent } = source.dimensions;
  const { cutPoints } = calibrations.scale;
  const bandOf = (of: { score: number; interval: [number, number] }) =>
    levelBand(of.score, of.interval, cutPoints);
  return [
    said(level ? texts.level(level) : texts.noLevel),
    ...(level?.confidence ? [said(texts.sureness[level.confidence])] : []),
    ...(vocabulary && fluency
      ? [
          said(texts.dimension(texts.dimensions.vocabulary, bandOf(vocabulary), vocabulary)),
          said(texts.dimension(texts.dimensions.fluency, bandOf(fluency), fluency)),
        ]
      : []),
    ...(accent ? [said(texts.accent(bandOf(accent), accent, level !== null))] : []),
    ...source.missing.map((dimension) => said(texts.notScored(texts.dimensions[dimension]))),
  ];
}

/** What stands out first; what moved the score most otherwise, so that there are three where three were measured. */
function reasons({ source }: ReportFacts, moves: readonly Move[], texts: ReportTexts): ReportItem[] {
  if (!source.hasAnalysis) return [said(texts.noReasons)];
  const { up, down } = outstanding(moves);
  const first = moves.filter((move) => up.includes(move) || down.includes(move));
  const rest = moves.filter((move) => !first.includes(move));
  const quote = quoter(source);
  return [...first, ...rest].slice(0, TOLD).map((move) => {
    const told = texts.wordings[move.feature]!.tell(move);
    return {
      text: move.points > 0 ? texts.raises(told) : texts.lowers(told),
      quote: quote(move),
      measure: move.feature,
    };
  });
}

function measured({ source }: ReportFacts, moves: readonly Move[], texts: ReportTexts): ReportItem[] {
  const { accent } = source.dimensions;
  const shown = atLeastUsual(moves).flatMap((move): ReportItem[] => {
    const can = texts.can[groupOf(move.feature)];
    const { name } = texts.wordings[move.feature]!;
    if (!can) return [];
    const text = texts.measured(can, name(move), name({ ...move, value: move.norm.mean }));
    return [{ text, quote: null, measure: move.feature }];
  });
  const structures = source.grammar?.structures ?? [];
  const hardest = structures.at(-1);
  const grammar = [
    ...(hardest ? [grammarItem(texts.structures(structures.map(({ kind }) => kind)), hardest)] : []),
    ...toldSlips(source, 1).map((slip) => grammarItem(texts.slip(slip.wrong, slip.right), slip)),
  ];
  const words = accent?.words ?? [];
  const clear = words.filter(({ gop }) => clarityOf(gop) === 'clear').length;
  return [...shown, ...grammar, ...(words.length > 0 ? [said(texts.clearWords(clear, words.length))] : [])];
}

function askNext(
  { source, job, level }: ReportFacts,
  moves: readonly Move[],
  texts: ReportTexts,
): ReportItem[] {
  const [repeated] = source.repeated;
  const asked = [
    ...(source.isTwoVoices ? [said(texts.askTwoVoices)] : []),
    ...(level === null ? [said(texts.askForMore)] : []),
    ...(level && job?.verdict === 'open' ? [said(texts.askAboutLevel(job))] : []),
    ...(repeated ? [said(texts.askAboutRepeated(clock(repeated.firstMs), clock(repeated.startMs)))] : []),
    ...outstanding(moves).down.flatMap(({ feature }) => {
      const text = texts.ask[groupOf(feature)];
      return text ? [{ text, quote: null, measure: feature }] : [];
    }),
  ].slice(0, MAX_QUESTIONS);
  return asked.length > 0 ? asked : [said(texts.askMore)];
}

function cautions({ source, level }: ReportFacts, texts: ReportTexts): ReportItem[] {
  const { cautions: told } = texts;
  const again = source.repeated.reduce((sum, { wordCount }) => sum + wordCount, 0);
  const wordErrors = source.wordErrors ?? 0;
  const own = [
    source.isTwoVoices ? told.twoVoices : '',
    source.isCandidateUnsure ? told.candidateUnsure : '',
    wordErrors >= TOLD_WORD_ERRORS ? told.misheard(Math.round(100 * wordErrors)) : '',
    again > 0 ? told.repeated(again) : '',
    level && level.score >= BEYOND_NORMS ? told.beyondNorms : '',
  ].filter(Boolean);
  const isForeign = told.analysis !== '';
  const warnings = source.warnings.map(
    (text): ReportItem => ({
      ...said(text),
      ...(isForeign && { language: 'en' as const }),
    }),
  );
  return [...own.map(said), ...(isForeign && warnings.length > 0 ? [said(told.analysis)] : []), ...warnings];
}
