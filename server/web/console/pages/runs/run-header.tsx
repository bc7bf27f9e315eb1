import { ActionIcon, Badge, Button, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconArrowsDiff, IconBraces, IconCopy, IconDots, IconPrinter, IconTrash } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { RunDetail } from '../../../../modules/console/runs/contract.ts';
import { useIsSample, useMay } from '../../api/session.ts';
import { DateTime } from '../../components/date-time.tsx';
import { formatClock } from '../../components/format.ts';
import { PageHeader } from '../../components/page-header.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { deletionTexts } from '../../texts/retention.ts';
import { runTexts } from '../../texts/run.ts';
import { CandidateLink } from '../candidates/candidate-link.tsx';
import { CandidateChoice } from './candidate-choice.tsx';
import { languageName } from './languages.ts';
import { RawJson } from './raw-json.tsx';
import { runName } from './run-name.ts';

interface RunHeaderProps {
  detail: RunDetail;
  clientId: string;
}

/** What was submitted, and what can be done with it. */
export function RunHeader({ detail, clientId }: RunHeaderProps) {
  const { run, answer } = detail;
  const [isJsonOpen, json] = useDisclosure();
  const base = `/c/${clientId}`;
  const isSample = useIsSample();
  const mayDelete = useMay('POST /clients/:clientId/deletions');
  const hasResult = answer.status === 'success' || answer.status === 'partial';
  return (
    <>
      <PageHeader
        title={runName(run)}
        back={{ to: `${base}/runs`, label: runTexts.back }}
        badge={
          <>
            <StatusBadge status={run.status} />
            {run.isPlayground && <Badge color="gray">{runTexts.facts.playground}</Badge>}
          </>
        }
        description={<Facts detail={detail} />}
        actions={
          <>
            <CandidateLink run={run.id} />
            <Menu>
              <Menu.Target>
                <ActionIcon variant="default" size="lg" aria-label={runTexts.more}>
                  <IconDots size={18} aria-hidden />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item leftSection={<IconBraces size={16} />} onClick={json.open}>
                  {runTexts.rawJson}
                </Menu.Item>
                <Menu.Item
                  leftSection={<IconCopy size={16} />}
                  onClick={() => navigator.clipboard.writeText(run.id)}
                >
                  {runTexts.copyId}
                </Menu.Item>
                {mayDelete && (
                  <Menu.Item
                    color="red"
                    leftSection={<IconTrash size={16} />}
                    component={Link}
                    to={`${base}/deletions?run=${run.id}`}
                  >
                    {deletionTexts.deleteRun}
                  </Menu.Item>
                )}
              </Menu.Dropdown>
            </Menu>
            {hasResult && (
              <>
                <CandidateChoice detail={detail} />
                {!isSample && (
                  <Button
                    component={Link}
                    to={`${base}/compare?a=${run.id}`}
                    variant="default"
                    leftSection={<IconArrowsDiff size={17} aria-hidden />}
                  >
                    {runTexts.compare}
                  </Button>
                )}
                <Button
                  component={Link}
                  to={`${base}/runs/${run.id}/scorecard`}
                  leftSection={<IconPrinter size={17} aria-hidden />}
                >
                  {runTexts.scorecard}
                </Button>
              </>
            )}
          </>
        }
      />
      <RawJson opened={isJsonOpen} onClose={json.close} answer={answer} />
    </>
  );
}

/** One line: length, language, speakers, when, where. */
function Facts({ detail: { run } }: { detail: RunDetail }) {
  const { durationMs, languageCode, requestedLanguage, speakerCount } = run.audio;
  const spoken = languageName(languageCode ?? requestedLanguage);
  const facts = [
    durationMs !== null && formatClock(durationMs),
    languageCode && requestedLanguage && languageCode !== requestedLanguage
      ? `${spoken} (${runTexts.facts.requested(languageName(requestedLanguage))})`
      : spoken,
    speakerCount !== null && runTexts.facts.speakers(speakerCount),
    run.project?.name,
  ].filter(Boolean);
  return (
    <>
      {facts.map((fact) => `${fact} · `)}
      <DateTime value={run.createdAt} />
    </>
  );
}
