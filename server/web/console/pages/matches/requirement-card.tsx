import { Group, Progress, Text } from '@mantine/core';
import { IconFileSearch } from '@tabler/icons-react';
import type { RequirementScore } from '../../../../domain/matching/types.ts';
import { matchTexts } from '../../texts/matches.ts';
import { markId } from './marks.ts';
import classes from './match.module.css';
import { VerdictBadge, verdictColours } from './verdict.tsx';

const { match, kinds } = matchTexts;

interface RequirementCardProps {
  requirement: RequirementScore;
  /** From 0. */
  index: number;
  isChosen: boolean;
  /** Id of the quote that is shown in the CV. */
  quoteId: string | undefined;
  onChoose: () => void;
  onQuote: (quote: number) => void;
}

/** One requirement: its verdict, what it is made of, and the words of the CV that speak for it. */
export function RequirementCard(props: RequirementCardProps) {
  const { requirement, index, isChosen, quoteId, onChoose, onQuote } = props;
  const { name, kind, importance, score, met, reason, evidence } = requirement;
  return (
    <li className={classes.card} data-chosen={isChosen || undefined} data-met={met} data-requirement={index}>
      <button type="button" className={classes.choose} aria-expanded={isChosen} onClick={onChoose}>
        <span className={classes.number} aria-hidden>
          {index + 1}
        </span>
        <span className={classes.cardBody}>
          <span className={classes.cardHead}>
            <span className={classes.cardName}>{name}</span>
            <VerdictBadge met={met} />
          </span>
          <span className={classes.cardMeta}>
            <span>{kinds[kind]}</span>
            <Importance importance={importance} />
            {score !== null && (
              <span className={classes.cardScore}>
                <Progress
                  value={score * 100}
                  color={verdictColours[met]}
                  size={5}
                  w={64}
                  aria-label={match.requirementScore(Math.round(score * 100))}
                />
                <span aria-hidden>{Math.round(score * 100)}</span>
              </span>
            )}
            <span className={classes.quoteCount}>
              <IconFileSearch size={13} aria-hidden />
              {match.quotes(evidence.length)}
            </span>
          </span>
        </span>
      </button>
      <div className={classes.more}>
        <Text size="sm">{reason}</Text>
        {evidence.length === 0 ? (
          <Text size="sm" c="dimmed" mt={6}>
            {match.noQuotes}
          </Text>
        ) : (
          <ol className={classes.quotes}>
            {evidence.map(({ text, page }, quote) => (
              <li key={markId(index, quote)}>
                <button
                  type="button"
                  className={classes.quote}
                  data-shown={quoteId === markId(index, quote) || undefined}
                  title={match.showQuote(text, page)}
                  onClick={() => onQuote(quote)}
                >
                  <span>“{text}”</span>
                  <span className={classes.quotePage}>{match.onPage(page)}</span>
                </button>
              </li>
            ))}
          </ol>
        )}
      </div>
    </li>
  );
}

/** One to five dots. */
function Importance({ importance }: { importance: number }) {
  return (
    <Group
      component="span"
      gap={3}
      wrap="nowrap"
      role="img"
      aria-label={match.importance(importance)}
      title={match.importance(importance)}
    >
      {[1, 2, 3, 4, 5].map((step) => (
        <span key={step} className={classes.dot} data-on={step <= importance || undefined} />
      ))}
    </Group>
  );
}
