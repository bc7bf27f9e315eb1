import { Stack } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { useClientId } from '../../api/session.ts';
import { PageHeader } from '../../components/page-header.tsx';
import { playgroundTexts as words } from '../../texts/playground.ts';
import { EarlierRuns } from './earlier-runs.tsx';
import { LiveRun } from './live-run.tsx';
import { NewAnalysis } from './new-analysis.tsx';

/** Recordings from the browser. The run under way is in the address, so that a reload does not lose sight of it. */
export function PlaygroundPage() {
  const clientId = useClientId();
  const [address, setAddress] = useSearchParams();
  const runId = address.get('run');
  return (
    <>
      <PageHeader title={words.title} description={words.description} />
      <Stack gap="lg">
        {runId ? (
          <LiveRun key={runId} clientId={clientId} runId={runId} onAgain={() => setAddress({})} />
        ) : (
          <NewAnalysis onAccepted={(answer) => setAddress({ run: answer.runId })} />
        )}
        <EarlierRuns clientId={clientId} />
      </Stack>
    </>
  );
}
