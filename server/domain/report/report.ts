import type { Calibrations } from '../explanation/recommendation.ts';
import { levelBand } from '../scoring/cefr-levels.ts';
import { overallScore } from '../scoring/overall.ts';
import { forCandidate } from './candidate.ts';
import { compareWithJob } from './job-level.ts';
import { forRecruiter } from './recruiter.ts';
import { reportTexts } from './texts/texts.ts';
import type {
  AskedLevel,
  Report,
  ReportedLevel,
  ReportFacts,
  ReportLanguage,
  ReportReader,
  ReportSource,
} from './types.ts';

/**
 * One page for one reader. Every sentence is a measured figure, a quotation, or a fixed sentence on what they mean.
 *
 * @param wanted `asked`: what a job asks for in the language of the interview; "nothing" where it asks for no level; null without a job
 */
export function buildReport(
  source: ReportSource,
  calibrations: Calibrations,
  wanted: { reader: ReportReader; language: ReportLanguage; asked: AskedLevel | 'nothing' | null },
): Report {
  const { reader, language, asked } = wanted;
  const texts = reportTexts[language];
  const level = levelOf(source, calibrations);
  const asksNothing = asked === 'nothing';
  const job = asked && !asksNothing ? compareWithJob(asked, level, calibrations.scale.cutPoints) : null;
  const facts: ReportFacts = { source, calibrations, level, job, asksNothing };
  const isForRecruiter = reader === 'recruiter';
  return {
    ...{ reader, language },
    title: texts.title[reader],
    subtitle: texts.subtitle(source),
    person: source.person,
    level: isForRecruiter ? level : null,
    job: isForRecruiter ? job : null,
    sections: (isForRecruiter ? forRecruiter(facts, texts) : forCandidate(facts, texts)).filter(
      ({ items }) => items.length > 0,
    ),
  };
}

function levelOf(source: ReportSource, { scale }: Calibrations): ReportedLevel | null {
  const { dimensions, bareLevel, missing } = source;
  const overall = overallScore(dimensions, scale, 'shown');
  if (overall) {
    const { score, interval, basedOn } = overall;
    const order = ['low', 'medium', 'high'] as const;
    const sureness = basedOn.map((kind) => order.indexOf(dimensions[kind]!.confidence));
    return {
      ...levelBand(score, interval, scale.cutPoints),
      ...{ score, interval, basedOn },
      confidence: order[Math.min(...sureness)]!,
    };
  }
  return (
    bareLevel && {
      score: bareLevel.score,
      ...{ level: bareLevel.cefr, from: bareLevel.cefr, to: bareLevel.cefr },
      isLikeliest: true,
      basedOn: (['vocabulary', 'fluency'] as const).filter((kind) => !missing.includes(kind)),
      interval: null,
      confidence: null,
    }
  );
}
