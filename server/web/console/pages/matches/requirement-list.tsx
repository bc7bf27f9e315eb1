import { Text } from '@mantine/core';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { Met, RequirementScore } from '../../../../domain/matching/types.ts';
import { matchTexts } from '../../texts/matches.ts';
import classes from './match.module.css';
import { RequirementCard } from './requirement-card.tsx';

interface RequirementListProps {
  requirements: readonly RequirementScore[];
  /** Only those with this verdict. */
  verdict: Met | null;
  chosen: number | null;
  quoteId: string | undefined;
  /** One that was chosen in the CV: it comes into sight. */
  sought: { requirement: number } | undefined;
  onChoose: (requirement: number) => void;
  onQuote: (requirement: number, quote: number) => void;
}

/** What was asked for, in the order of the result; arrow keys go from one to the next. */
export function RequirementList(props: RequirementListProps) {
  const { requirements, verdict, chosen, quoteId, sought, onChoose, onQuote } = props;
  const list = useRef<HTMLOListElement>(null);
  const shown = requirements
    .map((requirement, index) => ({ requirement, index }))
    .filter(({ requirement }) => verdict === null || requirement.met === verdict);

  useEffect(() => {
    if (!sought) return;
    list.current
      ?.querySelector(`[data-requirement="${sought.requirement}"]`)
      ?.scrollIntoView({ block: 'nearest', behavior: 'auto' });
  }, [sought]);

  const move = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>('button[aria-expanded]') ?? [])];
    const at = buttons.indexOf(event.target as HTMLElement);
    if (step === 0 || at < 0) return;
    event.preventDefault();
    buttons[Math.min(buttons.length - 1, Math.max(0, at + step))]?.focus();
  };

  if (shown.length === 0) {
    return (
      <Text c="dimmed" size="sm" ta="center" py="xl">
        {matchTexts.match.nothingFiltered}
      </Text>
    );
  }
  return (
    <ol className={classes.list} ref={list} onKeyDown={move}>
      {shown.map(({ requirement, index }) => (
        <RequirementCard
          key={`${index} ${requirement.name}`}
          requirement={requirement}
          index={index}
          isChosen={chosen === index}
          quoteId={quoteId}
          onChoose={() => onChoose(index)}
          onQuote={(quote) => onQuote(index, quote)}
        />
      ))}
    </ol>
  );
}
