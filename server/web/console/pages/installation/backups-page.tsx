import { Alert, Button, List, Skeleton, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconClock, IconShieldCheck } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { BackupsAnswer } from '../../../../modules/console/backups/contract.ts';
import { useChange } from '../../api/changes.ts';
import { reading } from '../../api/reads.ts';
import { CopyValue } from '../../components/copy-value.tsx';
import { DateTime } from '../../components/date-time.tsx';
import { FaultAlert } from '../../components/fault-alert.tsx';
import { formatSize } from '../../components/format.ts';
import { PageHeader } from '../../components/page-header.tsx';
import { Section } from '../../components/section.tsx';
import { ToneBadge } from '../../components/status-badge.tsx';
import { backupsTexts as texts } from '../../texts/backups.ts';
import { Facts } from './facts.tsx';

/** Workers look for work of this kind every quarter of a minute. */
const REFRESH_MS = 5_000;

/** Whether there is a way back: the newest backup, whether it can be read, whether it was ever restored. */
export function BackupsPage() {
  const { data, error, refetch } = useQuery({
    ...reading('GET /installation/backups'),
    refetchInterval: REFRESH_MS,
  });
  return (
    <>
      <PageHeader title={texts.title} description={texts.description} />
      {error && !data ? (
        <FaultAlert fault={error} onRetry={refetch} />
      ) : !data ? (
        <Stack gap="lg">
          <Skeleton h={190} />
          <Skeleton h={140} />
        </Stack>
      ) : (
        <Stack gap="lg">
          {data.timeliness === 'off' ? <OffNote /> : <OwnBackups answer={data} />}
          <DrillSection drill={data.drill} />
        </Stack>
      )}
    </>
  );
}

function OffNote() {
  return (
    <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} title={texts.off}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{texts.offText}</Text>
        <CopyValue value={texts.offCommand} />
        <CopyValue value={texts.offSettings} />
      </Stack>
    </Alert>
  );
}

function OwnBackups({ answer }: { answer: BackupsAnswer }) {
  const isLate = answer.timeliness === 'late';
  const isWell = answer.timeliness === 'timely';
  return (
    <>
      <Alert
        role="status"
        color={isWell ? 'green' : isLate ? 'red' : 'gray'}
        icon={
          isWell ? (
            <IconCircleCheck aria-hidden />
          ) : isLate ? (
            <IconAlertTriangle aria-hidden />
          ) : (
            <IconClock aria-hidden />
          )
        }
        title={texts.states[answer.timeliness]}
      >
        {answer.backup.error !== null && (
          <Text size="sm">
            {texts.failed}: {answer.backup.error}
          </Text>
        )}
      </Alert>
      <NewestSection answer={answer} />
      <VerificationSection verification={answer.verification} />
    </>
  );
}

type Job = Pick<BackupsAnswer['backup'], 'isUnderWay' | 'isWaiting'>;

/** What a job does just now, and the button that asks for it. */
function JobActions({
  job: { isUnderWay, isWaiting },
  label,
  isPending,
  onAsk,
}: {
  job: Job;
  label: string;
  isPending: boolean;
  onAsk: () => void;
}) {
  return (
    <>
      {(isUnderWay || isWaiting) && (
        <ToneBadge tone="info">{isUnderWay ? texts.underWay : texts.waiting}</ToneBadge>
      )}
      <Button variant="default" loading={isPending} disabled={isUnderWay || isWaiting} onClick={onAsk}>
        {label}
      </Button>
    </>
  );
}

function NewestSection({ answer: { backup, place, everyMs, keep } }: { answer: BackupsAnswer }) {
  const change = useChange();
  const make = useMutation({ mutationFn: () => change('POST /installation/backups') });
  const { newest, finishedAt, nextAt } = backup;
  const kept = keep.days === null ? texts.keepCount(keep.count ?? 1) : texts.keepDays(keep.days);
  return (
    <Section
      title={texts.last}
      actions={
        <JobActions job={backup} label={texts.make} isPending={make.isPending} onAsk={() => make.mutate()} />
      }
    >
      <Stack>
        {make.error && <FaultAlert fault={make.error} />}
        <Facts
          facts={[
            [texts.made, finishedAt === null ? texts.never : <Moment key="last" at={finishedAt} />],
            [
              texts.next,
              backup.isWaiting || nextAt === null ? texts.soon : <Moment key="next" at={nextAt} />,
            ],
            [texts.rule, `${texts.every(everyMs)}, ${kept}`],
            [texts.place, place],
            ...(newest === null
              ? []
              : ([
                  [texts.dataOf, <DateTime key="of" value={newest.takenAt} />],
                  [
                    texts.content,
                    texts.files(newest.files, formatSize(newest.sizeBytes), formatSize(newest.addedBytes)),
                  ],
                  [texts.ofBackup, newest.id],
                ] as const)),
          ]}
        />
      </Stack>
    </Section>
  );
}

function VerificationSection({ verification }: { verification: BackupsAnswer['verification'] }) {
  const change = useChange();
  const verify = useMutation({ mutationFn: () => change('POST /installation/backups/verify') });
  const { found, finishedAt, error } = verification;
  return (
    <Section
      title={texts.verification}
      description={texts.verificationText}
      actions={
        <JobActions
          job={verification}
          label={texts.verify}
          isPending={verify.isPending}
          onAsk={() => verify.mutate()}
        />
      }
    >
      <Stack>
        {verify.error && <FaultAlert fault={verify.error} />}
        {error !== null && (
          <Outcome isWell={false}>
            {texts.failed}: {error}
          </Outcome>
        )}
        {found === null || finishedAt === null ? (
          error === null && <Text size="sm">{texts.notYet}</Text>
        ) : (
          <Outcome isWell={found.faults.length === 0}>
            {found.faults.length === 0
              ? texts.intact(found.backups, found.objects, formatSize(found.bytes))
              : texts.damaged(found.faults.length)}{' '}
            {texts.verifiedAt}: <Moment at={finishedAt} />
            {found.faults.length > 0 && (
              <>
                <List size="sm" my="xs">
                  {found.faults.map(({ backupId, fault }) => (
                    <List.Item key={`${backupId} ${fault}`} style={{ overflowWrap: 'anywhere' }}>
                      {backupId}: {fault}
                    </List.Item>
                  ))}
                </List>
                {texts.discard}
              </>
            )}
          </Outcome>
        )}
      </Stack>
    </Section>
  );
}

function DrillSection({ drill: { found, finishedAt, error } }: { drill: BackupsAnswer['drill'] }) {
  return (
    <Section
      title={texts.drill}
      description={
        <>
          {texts.drillText} <CopyValue value={texts.drillCommand} />
        </>
      }
    >
      <Stack>
        {error !== null && (
          <Outcome isWell={false}>
            {texts.failed}: {error}
          </Outcome>
        )}
        {found === null || finishedAt === null ? (
          error === null && <Text size="sm">{texts.notYet}</Text>
        ) : (
          <Outcome isWell={found.auditIntact}>
            {texts.drilled(found.files, formatSize(found.bytes), found.runs)}{' '}
            {found.auditIntact ? texts.auditIntact : texts.auditBroken} {texts.drilledAt}:{' '}
            <Moment at={finishedAt} />
          </Outcome>
        )}
      </Stack>
    </Section>
  );
}

function Outcome({ isWell, children }: { isWell: boolean; children: ReactNode }) {
  return (
    <Alert
      role="status"
      color={isWell ? 'green' : 'red'}
      icon={isWell ? <IconShieldCheck aria-hidden /> : <IconAlertTriangle aria-hidden />}
    >
      <Text size="sm" component="div">
        {children}
      </Text>
    </Alert>
  );
}

/** When, and how long ago. */
function Moment({ at }: { at: string }) {
  return (
    <>
      <DateTime value={at} /> (<DateTime value={at} style="relative" />)
    </>
  );
}
