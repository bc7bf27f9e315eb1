import { Stack, Text } from '@mantine/core';
import type { SessionRow } from '../../../../modules/console/sessions/contract.ts';
import type { Column } from '../../components/data-table.tsx';
import { DateTime, Duration } from '../../components/date-time.tsx';
import { sessionTexts } from '../../texts/sessions.ts';
import { languageName } from '../runs/languages.ts';
import { SessionBadges } from './state-badge.tsx';

const { columns: titles } = sessionTexts;

export const sessionColumns: readonly Column<SessionRow>[] = [
  {
    key: 'candidate',
    title: titles.candidate,
    isName: true,
    render: ({ candidateRef, id }) => candidateRef ?? `${sessionTexts.noReference} · ${id.slice(0, 8)}`,
  },
  {
    key: 'persona',
    title: titles.persona,
    render: ({ persona, language }) => (
      <Stack gap={0}>
        <span>{persona.roleName}</span>
        <Text span size="xs" c="dimmed">
          {languageName(language)}
        </Text>
      </Stack>
    ),
  },
  { key: 'state', title: titles.state, render: (session) => <SessionBadges session={session} /> },
  {
    key: 'project',
    title: titles.project,
    hideNarrow: true,
    render: ({ project }) => project?.name ?? '–',
  },
  {
    key: 'length',
    title: titles.length,
    align: 'end',
    hideNarrow: true,
    render: ({ durationMs }) => <Duration ms={durationMs} />,
  },
  {
    key: 'invited',
    title: titles.invited,
    render: ({ createdAt }) => <DateTime value={createdAt} style="relative" />,
  },
];
