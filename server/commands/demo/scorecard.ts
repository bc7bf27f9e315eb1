import pc from 'picocolors';
import { DOUBTFUL_BELOW } from '../../domain/transcript/confidence.ts';
import type { presentFinished } from '../../modules/speech/contract/present.ts';
import type { ShownDimension } from '../../modules/speech/result.ts';
import type { StepOutcome } from '../../pipeline/step.ts';
import {
  asWords,
  clockTime,
  hang,
  type Paint,
  padEnd,
  padStart,
  visibleWidth,
  wrap,
} from '../text-layout.ts';
import { evidenceLines, hesitationLine } from './scorecard-evidence.ts';

/** The poll body of a run that ended. */
export type EndedRun = ReturnType<typeof presentFinished>;
type ScoredRun = Extract<EndedRun, { status: 'success' | 'partial' }>;

export interface ScorecardOptions {
  /** What was analysed, e.g. the file's name. */
  title: string;
  /** Columns; text is laid out for 40 to 100. */
  width: number;
  colours: boolean;
  /** What each step took; left out when not known. */
  steps?: readonly Pick<StepOutcome, 'step' | 'status' | 'durationMs'>[];
}

const SCALE_TOP = 5;
const FEATURES_SHOWN = 4;
const dimensions = ['vocabulary', 'fluency', 'accent'] as const;

/** A finished run as a page for people: plain text, with colour codes when asked for. Ends with a line feed. */
export function renderScorecard(
  run: EndedRun,
  { title, width: asked, colours, steps }: ScorecardOptions,
): string {
  const paint = pc.createColors(colours);
  const width = Math.min(100, Math.max(40, asked));
  const sheet = { paint, width };
  const lines =
    run.status === 'failed'
      ? [...heading(run, title, sheet), ...failure(run, sheet)]
      : [
          ...heading(run, title, sheet),
          ...scores(run, sheet),
          ...candidate(run, sheet),
          ...explanations(run, sheet),
          ...measures(run, sheet),
          ...examples(run, sheet),
          ...transcript(run, sheet),
        ];
  lines.push(...credits(run, sheet), ...timings(run, steps ?? [], sheet));
  return `${lines.join('\n')}\n`;
}

interface Sheet {
  paint: Paint;
  width: number;
}

function section(title: string, { paint, width }: Sheet): string[] {
  return ['', `${paint.bold(title)} ${paint.dim('─'.repeat(Math.max(0, width - title.length - 1)))}`];
}

/** A run that failed may know neither language nor speakers. */
function heardFacts({ durationMs, languageCode, speakerCount }: NonNullable<EndedRun['audio']>): string[] {
  const speakers = `${speakerCount} ${speakerCount === 1 ? 'speaker' : 'speakers'}`;
  return [
    clockTime(durationMs),
    ...(languageCode === null ? [] : [`language ${languageCode}`]),
    ...(speakerCount === null ? [] : [speakers]),
  ];
}

function heading(run: EndedRun, title: string, { paint, width }: Sheet): string[] {
  const status = { success: paint.green, partial: paint.yellow, failed: paint.red }[run.status](run.status);
  const facts = run.audio ? heardFacts(run.audio) : [];
  const name = paint.bold('Assay scorecard');
  return [
    paint.dim('━'.repeat(width)),
    `${padEnd(name, width - run.status.length)}${status}`,
    ...wrap([title, ...facts.flatMap((fact) => ['·', fact])].join(' '), width),
    paint.dim(`run ${run.id}`),
    paint.dim('━'.repeat(width)),
  ];
}

function failure(run: Extract<EndedRun, { status: 'failed' }>, { paint, width }: Sheet): string[] {
  return ['', paint.red(paint.bold(run.error.code)), ...wrap(run.error.message, width)];
}

const levelColour = (score: number, paint: Paint) =>
  score < 2 ? paint.red : score < 3 ? paint.yellow : score < 4 ? paint.green : paint.cyan;

/** "█████▓▓◆░░·····": filled up to the interval, shaded within it, a mark at the score. */
function bar(score: number, interval: readonly number[] | null, cells: number, paint: Paint): string {
  const cell = (value: number) =>
    Math.min(cells - 1, Math.max(0, Math.round((value / SCALE_TOP) * cells) - 1));
  const [at, low, high] = [cell(score), cell(interval?.[0] ?? score), cell(interval?.[1] ?? score)];
  const colour = levelColour(score, paint);
  return (
    colour('█'.repeat(Math.min(low, at))) +
    colour('▓'.repeat(Math.max(0, at - low))) +
    paint.bold('◆') +
    colour('░'.repeat(Math.max(0, high - at))) +
    paint.dim('·'.repeat(Math.max(0, cells - 1 - Math.max(high, at))))
  );
}

function scores({ scores: given, analysis }: ScoredRun, { paint, width }: Sheet): string[] {
  const cells = Math.max(8, Math.min(50, width - 31));
  const row = (
    name: string,
    score: number | null,
    cefr: string | null,
    interval: readonly number[] | null,
    reason?: string,
  ) => {
    if (score === null) return hang(padEnd(name, 12), `– ${reason ?? 'not produced'}`, width);
    const figures = `${padStart(score.toFixed(1), 3)} ${padEnd(paint.bold(cefr ?? ''), 7)}`;
    const range = interval ? paint.dim(`${interval.map((end) => end.toFixed(1)).join('–')}`) : '';
    return [`${padEnd(name, 12)}${figures}${bar(score, interval, cells, paint)} ${range}`.trimEnd()];
  };
  return [
    '',
    ...row('Overall', given.overall, given.cefrLevel, null).map((line) => paint.bold(line)),
    '',
    ...dimensions.flatMap((name) => {
      const detail = analysis?.[name];
      const reason = detail && 'reason' in detail ? detail.reason : undefined;
      return row(capital(name), given[name], given[`${name}Cefr`], detail?.interval ?? null, reason);
    }),
    '',
    ...wrap('0–5 scale; ◆ the score, ▓░ its 90 % interval', width).map((line) => paint.dim(line)),
  ];
}

function candidate({ candidateDetection: found }: ScoredRun, sheet: Sheet): string[] {
  if (!found) return [];
  const { paint, width } = sheet;
  const sure = `${found.confidence} confidence, ${found.wordCount} words`;
  return [
    ...section('Who the candidate is', sheet),
    ...hang(`${paint.bold(found.speakerLabel)} `, `(${found.speaker}; ${sure})`, width),
    ...wrap(found.reason, width),
  ];
}

function explanations(run: ScoredRun, sheet: Sheet): string[] {
  const parts: [string, string | null | undefined][] = [
    ['Vocabulary', run.explainability?.vocab],
    ['Fluency', run.explainability?.fluency],
    ['Accent', run.explainability?.accent],
    ['For the recruiter', run.hrRecommendation],
    ['For the candidate', run.candidateFeedback],
  ];
  return parts.flatMap(([title, text]) =>
    text ? [...section(title, sheet), ...text.split('\n').flatMap((part) => wrap(part, sheet.width))] : [],
  );
}

/** The features with a norm beside them: what the scores rest on. */
function measures({ analysis }: ScoredRun, sheet: Sheet): string[] {
  if (!analysis) return [];
  const { paint, width } = sheet;
  const lines = dimensions.flatMap((name) => featureLines(name, analysis[name], sheet));
  const { recogniser, snrDb, warnings } = analysis.quality;
  const facts = [
    `recogniser ${recogniser.id}, mean confidence ${recogniser.confidence.toFixed(2)}`,
    ...(snrDb === null ? [] : [`speech ${snrDb.toFixed(0)} dB above the background`]),
  ];
  return [
    ...(lines.length > 0 ? [...section('What was measured', sheet), ...lines] : []),
    ...hesitationLine(analysis.fluency, width),
    ...wrap(`Recording: ${facts.join('; ')}.`, width).map((line) => paint.dim(line)),
    ...new Set([...warnings, ...dimensions.flatMap((name) => analysis[name]?.warnings ?? [])])
      .values()
      .flatMap((warning) => hang(paint.yellow('! '), warning, width)),
  ];
}

function examples({ analysis }: ScoredRun, sheet: Sheet): string[] {
  const lines = analysis
    ? evidenceLines(
        dimensions.map((name) => analysis[name]),
        sheet,
      )
    : [];
  return lines.length > 0 ? [...section('Where to listen', sheet), ...lines] : [];
}

/** Features whose names say little to a recruiter. */
const featureTitles: Readonly<Record<string, string>> = {
  wordsPerFloorMinute: 'words per minute',
  distinctPerFloorMinute: 'different words per minute',
  distinctPer5FloorMinutes: 'different words in five minutes',
  repairsPer100Words: 'words said again or begun anew, per 100',
  longPausesPer100Words: 'silences of two seconds or more, per 100 words',
  pausedShare: 'share of the time in silence',
  mattr50: 'share of different words in any 50',
  mtld: 'words before they repeat',
  meanRunSyllables: 'syllables without a break',
  midClausePausesPerMinute: 'pauses inside a clause, per minute',
  gopMean: 'closeness of sounds to the expected (0 is best)',
  gopWorstQuarter: 'the same, of the least close quarter',
  gopUnder2Share: 'share of unclear sounds',
  gopUnder4Share: 'share of very unclear sounds',
};

function featureLines(name: string, dimension: ShownDimension | null, { paint, width }: Sheet): string[] {
  const compared = Object.entries(dimension?.features ?? {}).flatMap(([feature, { value, unit, norm }]) =>
    norm ? [{ feature, value, unit, norm }] : [],
  );
  return compared.slice(0, FEATURES_SHOWN).flatMap(({ feature, value, unit, norm }, index) => {
    const head = padEnd(index === 0 ? capital(name) : '', 12);
    const title = featureTitles[feature] ?? `${asWords(feature)}, ${unit}`;
    const figure = padStart(paint.bold(number(value)), 6);
    const usual = paint.dim(`usual ${number(norm.mean)} ± ${number(norm.sd)}`);
    const line = `${head}${padEnd(title, 50)}${figure}  ${usual}`;
    if (visibleWidth(line) <= width) return [line];
    return hang(head, [...title.split(' '), paint.bold(number(value)), usual], width);
  });
}

/** Three figures or so, and never "-0.00". */
const number = (value: number): string => {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toFixed(digits).replace(/^-(?=0(\.0+)?$)/, '');
};

function transcript({ transcript: given }: ScoredRun, sheet: Sheet): string[] {
  const { paint, width } = sheet;
  const speakers = new Map(given.speakers.map((speaker) => [speaker.id, speaker]));
  const labelOf = (id: string) => shownLabel(speakers.get(id)) ?? id;
  const labelWidth = Math.max(0, ...given.speakers.map(({ id }) => labelOf(id).length));
  const timeWidth = Math.max(4, ...given.segments.map(({ startMs }) => clockTime(startMs).length));
  let anyUncertain = false;
  const lines = given.segments.flatMap(({ speaker: id, startMs, words, overlap }) => {
    const speaker = speakers.get(id);
    const colour = speaker?.role === 'candidate' ? paint.cyan : paint.magenta;
    const label = labelOf(id);
    // Beside the text where there is room, above it on a narrow terminal.
    const time = paint.dim(padStart(clockTime(startMs), timeWidth));
    const head = `${time}  ${padEnd(colour(label), labelWidth)}  `;
    const texts = words.map((word) => {
      if (word.uncertain || (!word.filler && word.confidence < DOUBTFUL_BELOW)) {
        anyUncertain = true;
        return paint.yellow(`[${word.text}?]`);
      }
      return word.filler ? paint.dim(word.text) : word.text;
    });
    if (words.length === 0) texts.push(paint.dim('(not understood)'));
    if (overlap) texts.push(paint.dim('(overlap)'));
    return width >= 60 ? hang(head, texts, width) : [head.trimEnd(), ...hang('  ', texts, width)];
  });
  if (anyUncertain)
    lines.push(
      paint.dim(
        wrap('[word?] heard with little certainty; the least certain are not scored', width).join('\n'),
      ),
    );
  const talk = given.speakers.map(
    ({ id, speakingMs, wordCount, turnCount }) =>
      `${labelOf(id)}: ${clockTime(speakingMs)} of speech, ${wordCount} words in ${turnCount} ${turnCount === 1 ? 'turn' : 'turns'}`,
  );
  return [
    ...section('Transcript', sheet),
    ...talk.flatMap((line) => wrap(line, width).map(paint.dim)),
    '',
    ...lines,
  ];
}

/** "Speaker 2" is how detection knows them; what they are here is plainer. */
const shownLabel = (speaker: ScoredRun['transcript']['speakers'][number] | undefined) =>
  speaker?.role === 'candidate' ? 'Candidate' : speaker?.label;

function credits({ credits: given }: EndedRun, sheet: Sheet): string[] {
  if (!given) return [];
  const { deducted, remainingBalance, audioDurationMinutes } = given;
  const text =
    `${deducted} ${deducted === 1 ? 'credit' : 'credits'} charged for ${audioDurationMinutes.toFixed(2)} minutes ` +
    `of audio; ${remainingBalance} left.`;
  return [...section('Credits', sheet), ...wrap(text, sheet.width)];
}

function timings(run: EndedRun, steps: NonNullable<ScorecardOptions['steps']>, sheet: Sheet): string[] {
  if (steps.length === 0) return [];
  const { paint, width } = sheet;
  const longest = Math.max(...steps.map(({ durationMs }) => durationMs), 1);
  const cells = Math.max(5, width - 36);
  const rows = steps.map(({ step, durationMs, status }) => {
    const line = paint.blue('▪'.repeat(Math.max(1, Math.round((durationMs / longest) * cells))));
    const mark = status === 'ok' ? '' : paint.yellow(status);
    return `${padEnd(asWords(step), 20)}${padStart((durationMs / 1000).toFixed(2), 7)} s  ${mark || line}`;
  });
  const audioMs = run.audio?.durationMs;
  const speed = audioMs ? `, ${(audioMs / run.processingTimeMs).toFixed(1)} × faster than real time` : '';
  return [
    ...section('Time taken', sheet),
    ...rows,
    ...wrap(`${(run.processingTimeMs / 1000).toFixed(1)} s of processing${speed}`, width).map(paint.dim),
  ];
}

const capital = (name: string): string => name[0]!.toUpperCase() + name.slice(1);
