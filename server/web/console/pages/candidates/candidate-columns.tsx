import { Stack, Text } from '@mantine/core';
import type { CandidateRow } from '../../../../modules/console/candidates/contract.ts';
import type { Column } from '../../components/data-table.tsx';
import { DateTime } from '../../components/date-time.tsx';
import { formatDecimal } from '../../components/format.ts';
import { candidateTexts } from '../../texts/candidates.ts';
import { formatScore } from '../matches/score.tsx';
import { StageBadge } from './stage-badge.tsx';
import { whoIs } from './who.ts';

const { columns: titles, counts } = candidateTexts;

export const candidateColumns: readonly Column<CandidateRow>[] = [
  {
    key: 'name',
    title: titles.name,
    isName: true,
    serverSort: true,
    render: (candidate) => whoIs(candidate),
  },
  {
    key: 'contact',
    title: titles.contact,
    hideNarrow: true,
    render: (candidate) => {
      const { email, externalIds } = candidate;
      // What stands for the name is not said twice.
      const [first, ...rest] = [email, ...externalIds.slice(0, 2)].filter(
        (one) => one !== null && one !== whoIs(candidate),
      );
      return (
        <Stack gap={0}>
          <span>{first ?? '–'}</span>
          {rest.length > 0 && (
            <Text span size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {rest.join(' · ')}
            </Text>
          )}
        </Stack>
      );
    },
  },
  {
    key: 'stage',
    title: titles.stage,
    render: ({ stage, standing }) => <StageBadge stage={stage} standing={standing} />,
  },
  {
    key: 'has',
    title: titles.has,
    render: ({ counts: has }) => {
      const parts = (['cv', 'recording', 'interview'] as const)
        .filter((kind) => has[kind] > 0)
        .map((kind) => counts[kind](has[kind]));
      return parts.length > 0 ? parts.join(' · ') : counts.none;
    },
  },
  {
    key: 'cv',
    title: titles.cv,
    align: 'end',
    render: ({ bestCv }) => (bestCv === null ? '–' : formatScore(bestCv)),
  },
  {
    key: 'speech',
    title: titles.speech,
    align: 'end',
    render: ({ bestSpeech }) => (bestSpeech === null ? '–' : formatDecimal(bestSpeech, 1)),
  },
  {
    key: 'active',
    title: titles.active,
    serverSort: true,
    render: ({ activeAt }) => <DateTime value={activeAt} style="relative" />,
  },
];
