import { Anchor, Button, Group, Progress, Stack, Text, Title } from '@mantine/core';
import { IconFileTypePdf, IconMicrophone } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Upload, UploadFile } from '../../../../modules/console/uploads/contract.ts';
import { useChange } from '../../api/changes.ts';
import { reading } from '../../api/reads.ts';
import { useClientId, useRights } from '../../api/session.ts';
import { DateTime } from '../../components/date-time.tsx';
import { FaultAlert } from '../../components/fault-alert.tsx';
import { formatDecimal, formatSize } from '../../components/format.ts';
import { Section } from '../../components/section.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { uploadTexts } from '../../texts/uploads.ts';
import { formatScore } from '../matches/score.tsx';
import { type InHand, isOnItsWay } from './sender.ts';
import classes from './uploads.module.css';
import { useSender } from './use-sender.ts';

const { lists: words, kinds } = uploadTexts;
/** How often the list is asked for while something is under way. */
const LIVE_EVERY_MS = 2000;

/** Of a file that no page has in hand: it waits for people. */
const needsPeople = ({ id, state }: UploadFile, inHand: InHand): boolean =>
  (state === 'waiting' || state === 'refused' || state === 'failed') && !isOnItsWay(inHand, id);

/** What was uploaded in the last days, each file with how far it is; what needs people stands first. */
export function UploadLists({ jobId }: { jobId?: string }) {
  const clientId = useClientId();
  const query = useQuery({
    ...reading('GET /clients/:clientId/uploads', { params: { clientId } }),
    refetchInterval: ({ state }) =>
      state.data?.uploads.some(({ files }) =>
        files.some((file) => file.state === 'queued' || file.state === 'processing'),
      )
        ? LIVE_EVERY_MS
        : false,
  });
  const uploads = (query.data?.uploads ?? []).filter(({ job }) => jobId === undefined || job?.id === jobId);
  return (
    <>
      <FaultAlert fault={query.error} onRetry={() => void query.refetch()} />
      {uploads.map((upload) => (
        <UploadCard key={upload.id} upload={upload} isOfJob={jobId !== undefined} />
      ))}
      {query.data && uploads.length === 0 && jobId === undefined && (
        <Text size="sm" c="dimmed">
          {words.none}
        </Text>
      )}
    </>
  );
}

/** @param isOfJob on the page of its job, which need not say which one */
function UploadCard({ upload, isOfJob }: { upload: Upload; isOfJob: boolean }) {
  const clientId = useClientId();
  const change = useChange();
  const may = useRights();
  const { sender, inHand } = useSender(clientId);
  const { files, job } = upload;
  const failed = files.filter((file) => needsPeople(file, inHand));
  const others = files.filter((file) => !failed.includes(file));
  const done = files.filter(({ state }) => state === 'done').length;
  const isUnderWay = others.some(({ state }) => state !== 'done');
  const clear = useMutation({
    async mutationFn() {
      await change('DELETE /clients/:clientId/uploads/:uploadId', {
        params: { clientId, uploadId: upload.id },
      });
      sender.forget(files.map(({ id }) => id));
    },
  });
  return (
    <Section
      title={
        isOfJob
          ? words.ofJob(files.length)
          : job
            ? words.forJob(job.title || words.untitledJob)
            : words.forPool
      }
      description={
        <span aria-live="polite" data-figures>
          {words.counts(done, files.length)} · <DateTime value={upload.createdAt} style="relative" />{' '}
          {words.by(upload.author)}
        </span>
      }
      actions={
        !isUnderWay &&
        may('DELETE /clients/:clientId/uploads/:uploadId') && (
          <Button
            variant="default"
            size="xs"
            title={words.clearHint}
            loading={clear.isPending}
            onClick={() => clear.mutate()}
          >
            {words.clear}
          </Button>
        )
      }
    >
      <Stack gap="md">
        <FaultAlert fault={clear.error} />
        {failed.length > 0 && (
          <div>
            <Title order={3} size="h5" mb={6}>
              {words.failed(failed.length)}
            </Title>
            <FileList upload={upload} files={failed} />
          </div>
        )}
        {others.length > 0 && <FileList upload={upload} files={others} />}
      </Stack>
    </Section>
  );
}

function FileList({ upload, files }: { upload: Upload; files: readonly UploadFile[] }) {
  return (
    <ul className={classes.list}>
      {files.map((file) => (
        <FileRow key={file.id} upload={upload} file={file} />
      ))}
    </ul>
  );
}

function FileRow({ upload, file }: { upload: Upload; file: UploadFile }) {
  const clientId = useClientId();
  const { inHand } = useSender(clientId);
  const { kind, fileName, sizeBytes, person } = file;
  const Sign = kind === 'cv' ? IconFileTypePdf : IconMicrophone;
  const cause = isOnItsWay(inHand, file.id) ? undefined : causeOf(file, inHand);
  return (
    <li className={classes.item}>
      <Sign size={22} stroke={1.5} color="var(--mantine-color-dimmed)" aria-hidden />
      <div className={classes.name}>
        <Text size="sm" fw={550} truncate title={fileName}>
          {fileName || words.noFileName}
        </Text>
        <Text size="xs" c={cause ? 'var(--mantine-color-error)' : 'dimmed'}>
          {cause ?? `${kinds[kind]} · ${formatSize(sizeBytes)}`}
          {person && !cause && (
            <>
              {' · '}
              <Anchor
                component={Link}
                to={`/c/${clientId}/candidates/${person.id}`}
                size="xs"
                underline="always"
              >
                {person.name ?? words.noName}
              </Anchor>
            </>
          )}
        </Text>
      </div>
      <div className={classes.state}>
        <FileState upload={upload} file={file} />
      </div>
    </li>
  );
}

const causeOf = ({ id, state, fault }: UploadFile, inHand: InHand): string | undefined => {
  const message = inHand.get(id)?.message ?? fault?.message;
  if (state === 'waiting') return message ?? words.notSent;
  return state === 'refused' || state === 'failed' ? message : undefined;
};

function FileState({ upload, file }: { upload: Upload; file: UploadFile }) {
  const clientId = useClientId();
  const change = useChange();
  const may = useRights();
  const { sender, inHand } = useSender(clientId);
  const again = useMutation({
    mutationFn: () =>
      change('POST /clients/:clientId/uploads/:uploadId/files/:fileId/again', {
        params: { clientId, uploadId: upload.id, fileId: file.id },
      }),
  });
  if (isOnItsWay(inHand, file.id)) {
    const { share } = inHand.get(file.id)!;
    if (share === null) return <Text size="sm">{words.waiting}</Text>;
    return (
      <div style={{ width: 150 }}>
        <Progress value={share * 100} aria-label={words.progressOf(file.fileName)} />
        <Text size="xs" c="dimmed" data-figures>
          {words.sending(Math.round(share * 100))}
        </Text>
      </div>
    );
  }
  switch (file.state) {
    case 'done':
      return (
        <Group gap="xs">
          <Text size="sm" data-figures>
            {file.score === null
              ? ''
              : file.kind === 'cv'
                ? formatScore(file.score)
                : formatDecimal(file.score, 1)}
          </Text>
          <StatusBadge status="done" label={file.score === null ? words.read : words.scored} size="sm" />
        </Group>
      );
    case 'queued':
    case 'processing':
      return <StatusBadge status={file.state} size="sm" />;
    default: {
      if (!may('POST /clients/:clientId/uploads/:uploadId/files/:fileId/again')) return null;
      if (file.needsOtherFile) {
        return (
          <Text size="sm" c="dimmed" maw={220} ta="end">
            {file.kind === 'cv' ? words.sendOtherCv : words.sendOtherRecording}
          </Text>
        );
      }
      const isHere = inHand.has(file.id);
      if (file.state !== 'failed' && !isHere)
        return (
          <Text size="sm" c="dimmed">
            {file.state === 'refused' ? words.chooseAgain : ''}
          </Text>
        );
      return (
        <Stack gap={2} align="flex-end">
          <Button
            variant="default"
            size="xs"
            aria-label={words.againLabel(file.fileName)}
            loading={again.isPending}
            onClick={() => {
              if (file.state === 'failed') again.mutate();
              else sender.retry(file.id);
            }}
          >
            {words.again}
          </Button>
          <FaultAlert fault={again.error} />
        </Stack>
      );
    }
  }
}
