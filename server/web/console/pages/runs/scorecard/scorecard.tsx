import { lazy, Suspense } from 'react';
import type { FinishedRun, RunDetail } from '../../../../../modules/console/runs/contract.ts';
import { formatClock, formatCount, formatDate } from '../../../components/format.ts';
import { evidenceTexts } from '../../../texts/evidence.ts';
import { runTexts } from '../../../texts/run.ts';
import { scorecardTexts } from '../../../texts/scorecard.ts';
import { momentsOf } from '../evidence/moments.tsx';
import { languageName } from '../languages.ts';
import { isScored } from '../player/transcript-marks.ts';
import { runName } from '../run-name.ts';
import { AccentUse, dimensionNames, radarScores } from '../scores/score-overview.tsx';
import { Measures } from './measures.tsx';
import { ScoreLine } from './score-line.tsx';
import classes from './scorecard.module.css';

const ScoreRadar = lazy(async () => ({ default: (await import('../scores/score-radar.tsx')).ScoreRadar }));

const QUOTES = 6;

interface ScorecardProps {
  detail: RunDetail;
  answer: FinishedRun;
  clientName: string;
}

/** One candidate on paper. Always on white: paper is. */
export function Scorecard({ detail, answer, clientName }: ScorecardProps) {
  const { scores, analysis, candidateDetection: found } = answer;
  const { cutPoints, overall } = detail;
  return (
    <article className={classes.sheet} data-scorecard>
      <Head detail={detail} answer={answer} clientName={clientName} />
      <p className={classes.caveat}>{evidenceTexts.heardByMachine}</p>
      <div className={classes.scores}>
        <div>
          <ScoreLine
            name="overall"
            score={scores.overall}
            level={scores.cefrLevel}
            interval={overall?.interval ?? null}
            {...{ cutPoints }}
          />
          <AccentUse answer={answer} overall={overall} cutPoints={cutPoints} />
          {dimensionNames.map((name) => {
            const dimension = analysis?.[name];
            return (
              <ScoreLine
                key={name}
                name={name}
                score={scores[name]}
                level={scores[`${name}Cefr`]}
                interval={isScored(dimension) ? dimension.interval : null}
                confidence={isScored(dimension) ? dimension.confidence : undefined}
                {...{ cutPoints }}
              />
            );
          })}
        </div>
        {radarScores(answer).length === dimensionNames.length && (
          <Suspense fallback={<div style={{ height: 232 }} />}>
            <ScoreRadar scores={radarScores(answer)} sizePx={270} />
          </Suspense>
        )}
      </div>
      {answer.hrRecommendation && <Block title={runTexts.recruiter} text={answer.hrRecommendation} />}
      {answer.explainability && (
        <div className={classes.columns}>
          <Block title={runTexts.aboutVocabulary} text={answer.explainability.vocab} />
          <Block title={runTexts.aboutFluency} text={answer.explainability.fluency} />
          {answer.explainability.accent && (
            <Block title={runTexts.aboutAccent} text={answer.explainability.accent} />
          )}
        </div>
      )}
      {answer.candidateFeedback && (
        <Block title={runTexts.candidateFeedback} text={answer.candidateFeedback} />
      )}
      {analysis && <Measures analysis={analysis} />}
      {analysis && <Quotations answer={answer} />}
      {found && <Block title={scorecardTexts.who} text={found.reason} />}
      <section className={classes.block}>
        <h3>{scorecardTexts.how}</h3>
        <div className={classes.small}>
          {scorecardTexts.howText.map((text) => (
            <p key={text}>{text}</p>
          ))}
          <p>{calibrationsOf(answer)}</p>
        </div>
      </section>
    </article>
  );
}

function calibrationsOf({ analysis }: FinishedRun): string {
  const ids = dimensionNames.flatMap((name) => {
    const dimension = analysis?.[name];
    return isScored(dimension) ? [dimension.calibration.id] : [];
  });
  return ids.length > 0 ? scorecardTexts.calibrations(ids) : '';
}

function Head({ detail: { run }, answer, clientName }: ScorecardProps) {
  const speaker = answer.transcript?.speakers.find(({ role }) => role === 'candidate');
  const facts: [string, string][] = [
    [scorecardTexts.client, clientName],
    [scorecardTexts.interview, formatDate(run.createdAt, 'date')],
    [scorecardTexts.language, languageName(answer.audio.languageCode ?? answer.audio.requestedLanguage)],
    [scorecardTexts.length, formatClock(answer.audio.durationMs)],
    ...(speaker
      ? [
          [
            scorecardTexts.spoken,
            scorecardTexts.spokenFor(formatClock(speaker.speakingMs), formatCount(speaker.wordCount)),
          ] as [string, string],
        ]
      : []),
    [scorecardTexts.run, run.id.slice(0, 13)],
  ];
  return (
    <header className={classes.head}>
      <div>
        <div className={classes.kicker}>{scorecardTexts.heading}</div>
        <h2>{runName(run)}</h2>
        <div className={classes.small}>{[run.project?.name, ...run.tags].filter(Boolean).join(' · ')}</div>
      </div>
      <dl className={classes.facts}>
        {facts.map(([name, value]) => (
          <div key={name} style={{ display: 'contents' }}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </header>
  );
}

function Block({ title, text }: { title: string; text: string }) {
  return (
    <section className={classes.block}>
      <h3>{title}</h3>
      {text.split('\n').map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </section>
  );
}

function Quotations({ answer: { analysis } }: { answer: FinishedRun }) {
  const seen = new Set<string>();
  const moments = (analysis ? momentsOf(analysis) : [])
    // The first of each measure: three of a kind say no more than one.
    .filter(({ feature, dimension }) => {
      const key = `${dimension} ${feature}`;
      return !seen.has(key) && seen.add(key);
    })
    .slice(0, QUOTES);
  if (moments.length === 0) return null;
  return (
    <section className={classes.block}>
      <h3>{scorecardTexts.quotes}</h3>
      {moments.map(({ dimension, feature, startMs, text, note }) => (
        <div key={`${dimension} ${feature}`} className={classes.quote}>
          <span className={classes.number}>{formatClock(startMs)}</span>
          <span>
            “{text}” <span className={classes.small}>{note}</span>
          </span>
        </div>
      ))}
    </section>
  );
}
