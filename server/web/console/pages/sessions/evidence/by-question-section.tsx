import { Badge, Group, Stack, Text, Title } from '@mantine/core';
import type { QuestionEntry } from '../../../../../domain/interview/by-question.ts';
import { Section } from '../../../components/section.tsx';
import { answersTexts } from '../../../texts/answers.ts';
import classes from './evidence.module.css';
import { numbersOf } from './numbers.ts';
import { TimeCode } from './time-code.tsx';

const { byQuestion: words } = answersTexts;

/** Everything that was said, under what was asked. */
export function ByQuestionSection({ entries }: { entries: readonly QuestionEntry[] }) {
  return (
    <Section title={words.title} description={words.description}>
      <QuestionList entries={entries} />
    </Section>
  );
}

/** The questions one below the other. Within a player, their times play the recording. */
export function QuestionList({ entries }: { entries: readonly QuestionEntry[] }) {
  const numbers = numbersOf(entries);
  return (
    <Stack gap="lg">
      {entries.map((entry, place) => (
        // Questions have no other name, and their order does not change.
        // biome-ignore lint/suspicious/noArrayIndexKey: as said
        <Entry key={place} entry={entry} number={numbers[place]!} />
      ))}
    </Stack>
  );
}

function Entry({ entry, number }: { entry: QuestionEntry; number: number | null }) {
  const { kind, text, mustAsk, state, turns } = entry;
  const isPut = number !== null;
  return (
    <article className={classes.entry}>
      <Stack gap="sm">
        <Stack gap={4}>
          <Group gap="xs">
            <Text size="xs" c="dimmed" fw={550}>
              {isPut ? words.question(number) : words.kinds[kind]}
            </Text>
            {mustAsk && <Badge color="gray">{words.mustAsk}</Badge>}
            {isPut && state !== 'answered' && <Badge color="gray">{words.states[state]}</Badge>}
          </Group>
          {isPut && (
            <Title order={3} size="h4" className={classes.words}>
              {text}
            </Title>
          )}
        </Stack>
        {turns.map(({ speaker, part, text: said, startMs }) => (
          <div key={`${speaker} ${startMs}`} className={classes.turn}>
            <TimeCode atMs={startMs} />
            <div className={`${classes.words} ${speaker === 'candidate' ? classes.answer : ''}`}>
              <Text size="xs" c="dimmed">
                {words.parts[part]}
              </Text>
              <Text size="sm" {...(speaker === 'interviewer' && { c: 'dimmed' })}>
                {said}
              </Text>
            </div>
          </div>
        ))}
      </Stack>
    </article>
  );
}
