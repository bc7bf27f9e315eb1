import { Badge, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconBriefcaseOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { QuestionEntry } from '../../../../../domain/interview/by-question.ts';
import type { SessionEvidence } from '../../../../../modules/console/sessions/contract.ts';
import { reading } from '../../../api/reads.ts';
import { useClientId } from '../../../api/session.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { FaultAlert } from '../../../components/fault-alert.tsx';
import { Section } from '../../../components/section.tsx';
import { answersTexts } from '../../../texts/answers.ts';
import classes from './evidence.module.css';
import { numbersOf } from './numbers.ts';
import { TimeCode } from './time-code.tsx';

const { evidence: words } = answersTexts;

interface JobSectionProps {
  runId: string;
  entries: readonly QuestionEntry[];
}

/** Sentences of the answers by the requirement they speak to. */
export function JobSection({ runId, entries }: JobSectionProps) {
  const clientId = useClientId();
  const query = useQuery({
    ...reading('GET /clients/:clientId/sessions/:runId/evidence', { params: { clientId, runId } }),
  });
  const found = query.data;
  const numbers = numbersOf(entries);
  const unspoken = found?.requirements.filter(isUnspoken) ?? [];
  return (
    <Section
      title={words.title}
      {...(found?.job && { description: words.of(found.job.title || words.untitled) })}
    >
      <FaultAlert fault={query.error} onRetry={() => void query.refetch()} />
      {query.isPending && <Skeleton height={160} role="status" aria-label={words.working} />}
      {found && !found.job && (
        <EmptyState icon={IconBriefcaseOff} title={words.noJob}>
          {words.noJobBody}
        </EmptyState>
      )}
      {found?.job && (
        <Stack gap="lg">
          {found.requirements.length === 0 && <Text size="sm">{words.noRequirements}</Text>}
          {found.requirements
            .filter((one) => !isUnspoken(one))
            .map((requirement) => (
              <Requirement key={`${requirement.kind} ${requirement.name}`} {...{ requirement, numbers }} />
            ))}
          {unspoken.length > 0 && <Text size="sm">{words.unspoken(unspoken.map(({ name }) => name))}</Text>}
          <Text size="xs" c="dimmed" maw="44rem">
            {words.limits}
          </Text>
        </Stack>
      )}
    </Section>
  );
}

/** Neither asked about nor spoken of. */
const isUnspoken = ({ askedIn, quotes }: SessionEvidence['requirements'][number]): boolean =>
  askedIn.length === 0 && quotes.length === 0;

interface RequirementProps {
  requirement: SessionEvidence['requirements'][number];
  /** Of the questions, by their place. */
  numbers: readonly (number | null)[];
}

function Requirement({ requirement: { kind, name, askedIn, quotes }, numbers }: RequirementProps) {
  return (
    <article className={classes.entry}>
      <Stack gap="xs">
        <Group gap="xs">
          <Title order={3} size="h4" className={classes.words}>
            {name}
          </Title>
          <Badge color="gray">{words.kinds[kind]}</Badge>
        </Group>
        {askedIn.length > 0 && (
          <Text size="xs" c="dimmed">
            {words.asked(askedIn.flatMap((place) => numbers[place] ?? []))}
          </Text>
        )}
        {quotes.length === 0 && (
          <Text size="sm" c="dimmed">
            {words.nothing}
          </Text>
        )}
        {quotes.map(({ text, startMs, entry }) => (
          <div key={`${startMs} ${text}`} className={classes.turn}>
            <TimeCode atMs={startMs} />
            <div className={`${classes.words} ${classes.answer}`}>
              <Text size="sm">“{text}”</Text>
              <Text size="xs" c="dimmed">
                {numbers[entry] ? words.inQuestion(numbers[entry]) : words.elsewhere}
              </Text>
            </div>
          </div>
        ))}
      </Stack>
    </article>
  );
}
