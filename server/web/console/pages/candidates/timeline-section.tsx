import { Anchor, Text, Timeline } from '@mantine/core';
import {
  type Icon,
  IconArrowsJoin,
  IconFileText,
  IconGavel,
  IconMessages,
  IconMicrophone,
  IconNote,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { CandidateDetails } from '../../../../modules/console/candidates/contract.ts';
import { useClientId } from '../../api/session.ts';
import { DateTime } from '../../components/date-time.tsx';
import { Section } from '../../components/section.tsx';
import { candidateTexts } from '../../texts/candidates.ts';
import { sentenceOf } from './decision-section.tsx';
import { entryPath } from './entries-section.tsx';
import { knownSince, whoIs } from './who.ts';

const { timeline: words, decision } = candidateTexts;

interface Happening {
  key: string;
  at: string;
  icon: Icon;
  what: ReactNode;
}

const icons = { cv: IconFileText, recording: IconMicrophone, interview: IconMessages } as const;

/** What came of the person, what was written and decided, the newest first. */
export function TimelineSection({ candidate }: { candidate: CandidateDetails }) {
  const clientId = useClientId();
  const happenings: Happening[] = [
    ...candidate.entries.map((entry) => ({
      key: entry.runId,
      at: entry.createdAt,
      icon: icons[entry.kind],
      what: entryWords(entryPath(clientId, entry), [words.kinds[entry.kind], entry.title]),
    })),
    ...candidate.notes.map(({ id, createdAt, author }) => ({
      key: id,
      at: createdAt,
      icon: IconNote,
      what: words.note(author),
    })),
    ...candidate.decisions.map((one) => ({
      key: one.id,
      at: one.createdAt,
      icon: IconGavel,
      what: `${sentenceOf(one)} · ${one.author}${one.undone ? ` (${decision.undone(one.undone.by)})` : ''}`,
    })),
    ...candidate.merged.map((one) => ({
      key: one.id,
      at: one.mergedAt,
      icon: IconArrowsJoin,
      what: one.mergedBy === null ? words.mergedByItself(whoIs(one)) : words.merged(whoIs(one)),
    })),
  ].sort((a, b) => b.at.localeCompare(a.at));
  return (
    <Section title={words.title}>
      <Timeline bulletSize={26} lineWidth={2} color="gray">
        {happenings.map(({ key, at, icon: Sign, what }) => (
          <Timeline.Item key={key} bullet={<Sign size={14} aria-hidden />}>
            <Text size="sm" component="div" style={{ overflowWrap: 'anywhere' }}>
              {what}
            </Text>
            <Text size="xs" c="dimmed">
              <DateTime value={at} style="datetime" />
            </Text>
          </Timeline.Item>
        ))}
        <Timeline.Item>
          <Text size="sm">{words.made}</Text>
          <Text size="xs" c="dimmed">
            <DateTime value={knownSince(candidate)} style="datetime" />
          </Text>
        </Timeline.Item>
      </Timeline>
    </Section>
  );
}

function entryWords(path: string | undefined, parts: readonly (string | null)[]): ReactNode {
  const text = parts.filter(Boolean).join(': ');
  if (path === undefined) return text;
  return (
    <Anchor component={Link} to={path} size="sm">
      {text}
    </Anchor>
  );
}
