import { Anchor, Menu } from '@mantine/core';
import { IconUserShare } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { CandidateDetails, CandidateEntry } from '../../../../modules/console/candidates/contract.ts';
import type { SessionState } from '../../../../modules/console/sessions/contract.ts';
import { useChange } from '../../api/changes.ts';
import { addressOf } from '../../api/client.ts';
import { useClientId, useMay } from '../../api/session.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { DateTime } from '../../components/date-time.tsx';
import { formatDecimal } from '../../components/format.ts';
import { RowMenu } from '../../components/row-menu.tsx';
import { Section } from '../../components/section.tsx';
import type { Status } from '../../components/status.ts';
import { StatusBadge } from '../../components/status-badge.tsx';
import { candidateTexts } from '../../texts/candidates.ts';
import { formatScore } from '../matches/score.tsx';
import { StateBadge } from '../sessions/state-badge.tsx';

const { entries: words } = candidateTexts;

const pages = { cv: 'matches', recording: 'runs', interview: 'sessions' } as const;
/** Undefined where an entry has no page of its own. */
export const entryPath = (clientId: string, { kind, runId, hasPage }: CandidateEntry): string | undefined =>
  hasPage ? `/c/${clientId}/${pages[kind]}/${runId}` : undefined;

/** Where the PDF of a candidate's CV is, while it is kept. */
export const cvFileAddress = (params: { clientId: string; candidateId: string; runId: string }): string =>
  addressOf('GET /clients/:clientId/candidates/:candidateId/cvs/:runId', { params });

/** Every CV, recording and interview; what belongs to another person can be moved to a candidate of its own. */
export function EntriesSection({ candidate }: { candidate: CandidateDetails }) {
  const clientId = useClientId();
  const maySplit = useMay('POST /clients/:clientId/candidates/:candidateId/split');
  const change = useChange();
  const navigate = useNavigate();
  const [moved, setMoved] = useState<CandidateEntry>();
  const { id: candidateId, version, entries } = candidate;
  const columns = entryColumns(
    { clientId, candidateId },
    maySplit && entries.length > 1 ? setMoved : undefined,
  );
  return (
    <Section flush title={words.title}>
      <DataTable
        label={words.title}
        columns={columns}
        rows={entries}
        rowKey={({ runId }) => runId}
        rowLink={(entry) => entryPath(clientId, entry)}
        empty={null}
      />
      <ConfirmDialog
        opened={moved !== undefined}
        onClose={() => setMoved(undefined)}
        title={words.notTheirsTitle}
        confirmLabel={words.notTheirsDo}
        isDestructive={false}
        onConfirm={async () => {
          const { id } = await change('POST /clients/:clientId/candidates/:candidateId/split', {
            params: { clientId, candidateId },
            body: { version, runIds: [moved?.runId ?? ''] },
          });
          navigate(`/c/${clientId}/candidates/${id}`);
        }}
      >
        {words.notTheirsText}
      </ConfirmDialog>
    </Section>
  );
}

/** @param onMove missing where nothing can be moved to another candidate */
function entryColumns(
  { clientId, candidateId }: { clientId: string; candidateId: string },
  onMove: ((entry: CandidateEntry) => void) | undefined,
): Column<CandidateEntry>[] {
  return [
    {
      key: 'what',
      title: words.columns.what,
      isName: true,
      render: ({ kind, title, hasPage, runId }) => {
        const what = `${words.kinds[kind]} · ${title ?? words.untitled}`;
        if (hasPage) return what;
        return (
          <Anchor href={cvFileAddress({ clientId, candidateId, runId })} download c="inherit" inherit>
            {what}
          </Anchor>
        );
      },
    },
    { key: 'job', title: words.columns.job, hideNarrow: true, render: ({ job }) => job?.title ?? '–' },
    {
      key: 'status',
      title: words.columns.status,
      render: ({ kind, status }) =>
        kind === 'interview' ? (
          <StateBadge state={status as SessionState} />
        ) : (
          <StatusBadge status={status as Status} />
        ),
    },
    {
      key: 'score',
      title: words.columns.score,
      align: 'end',
      render: ({ kind, score }) =>
        score === null ? '–' : kind === 'cv' ? formatScore(score) : formatDecimal(score, 1),
    },
    {
      key: 'when',
      title: words.columns.when,
      render: ({ createdAt }) => <DateTime value={createdAt} style="date" />,
    },
    ...(onMove
      ? [
          {
            key: 'actions',
            title: candidateTexts.page.more,
            hideTitle: true,
            isNarrow: true,
            render: (entry: CandidateEntry) => (
              <RowMenu label={words.actions(entry.title ?? words.kinds[entry.kind])}>
                <Menu.Item
                  leftSection={<IconUserShare size={16} aria-hidden />}
                  onClick={() => onMove(entry)}
                >
                  {words.notTheirs}
                </Menu.Item>
              </RowMenu>
            ),
          },
        ]
      : []),
  ];
}
