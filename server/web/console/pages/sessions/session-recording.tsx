import { Skeleton } from '@mantine/core';
import { IconVolumeOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { SessionDetails } from '../../../../modules/console/sessions/contract.ts';
import { addressOf } from '../../api/client.ts';
import { reading } from '../../api/reads.ts';
import { useClientId } from '../../api/session.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { FaultAlert } from '../../components/fault-alert.tsx';
import { Section } from '../../components/section.tsx';
import { sessionTexts } from '../../texts/sessions.ts';
import { PlayerProvider } from '../runs/player/player-context.tsx';
import { Recording } from '../runs/player/recording.tsx';
import { SessionAnswers } from './evidence/session-answers.tsx';

const { page: words } = sessionTexts;

/** Listening and reading together, once the interview is over. */
export function SessionRecording({ session }: { session: SessionDetails }) {
  const clientId = useClientId();
  const { id: runId, hasRecording, hasTranscript, state } = session;
  const at = { params: { clientId, runId } };
  const transcript = useQuery({
    ...reading('GET /clients/:clientId/sessions/:runId/transcript', at),
    enabled: hasTranscript,
    // It changes no more.
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!hasRecording && !hasTranscript) {
    return state === 'completed' ? (
      <Section>
        <EmptyState icon={IconVolumeOff} title={words.nothingToHear}>
          {words.nothingToHearBody}
        </EmptyState>
      </Section>
    ) : null;
  }
  if (transcript.isPending && hasTranscript) return <Skeleton height={480} radius="md" />;
  return (
    <>
      <FaultAlert fault={transcript.error} onRetry={() => void transcript.refetch()} />
      <PlayerProvider
        url={hasRecording ? addressOf('GET /clients/:clientId/sessions/:runId/recording', at) : null}
      >
        <Recording
          peaks={reading('GET /clients/:clientId/sessions/:runId/peaks', at)}
          durationMs={session.durationMs ?? 0}
          transcript={transcript.data && transcript.data.segments.length > 0 ? transcript.data : null}
          analysis={null}
        />
        {hasTranscript && <SessionAnswers session={session} />}
      </PlayerProvider>
    </>
  );
}
