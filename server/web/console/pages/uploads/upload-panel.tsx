import { Group, Select, Stack, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import '@mantine/dropzone/styles.css';
import { IconFileUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { limits } from '../../../../config/limits.ts';
import { useChange } from '../../api/changes.ts';
import { reading } from '../../api/reads.ts';
import { useClientId } from '../../api/session.ts';
import { FaultAlert } from '../../components/fault-alert.tsx';
import { Section } from '../../components/section.tsx';
import { matchTexts } from '../../texts/matches.ts';
import { uploadTexts as words } from '../../texts/uploads.ts';
import { type Confirmed, ReviewDialog } from './review-dialog.tsx';
import { continued } from './sender.ts';
import { type LookedAt, useLookAtFiles } from './use-chosen.ts';
import { useSender } from './use-sender.ts';

const { maxFiles } = limits.uploadLists;
const megabytes = (bytes: number) => bytes / 1024 / 1024;

interface UploadPanelProps {
  /** Given: for this job. Else people choose, and may leave it open. */
  jobId?: string;
  /** Chosen at first. */
  firstJobId?: string | null;
}

/** Takes recordings and CVs, many at once. Nothing is sent before the person has seen what it costs. */
export function UploadPanel({ jobId: given, firstJobId = null }: UploadPanelProps) {
  const clientId = useClientId();
  const change = useChange();
  const [job, setJob] = useState<string | null>(firstJobId);
  const jobId = given ?? job;
  const { data } = useQuery(reading('GET /clients/:clientId/uploads', { params: { clientId } }));
  const { sender, inHand } = useSender(clientId);
  const { lookAt, looking } = useLookAtFiles(clientId);
  const [looked, setLooked] = useState<LookedAt | null>(null);
  const [note, setNote] = useState<string | null>(null);
  const [fault, setFault] = useState<unknown>(null);

  async function take(files: readonly File[]) {
    setFault(null);
    setNote(null);
    const { expected, fresh } = continued(files, data?.uploads ?? [], inHand);
    if (fresh.length > maxFiles) return setNote(words.tooMany(maxFiles));
    if (expected.length > 0) {
      sender.add(expected);
      setNote(words.goesOn(expected.length));
    }
    if (fresh.length === 0) return;
    await lookAt(fresh, jobId).then(setLooked, setFault);
  }

  async function send(files: Confirmed[]) {
    const upload = await change('POST /clients/:clientId/uploads', {
      params: { clientId },
      body: {
        jobId,
        files: files.map(({ chosen: { file, kind, sha256 }, language, candidate }) => ({
          ...{ kind, fileName: file.name, sizeBytes: file.size, sha256 },
          ...{ language, candidate },
        })),
      },
    });
    sender.add(
      upload.files.map(({ id }, index) => ({
        uploadId: upload.id,
        fileId: id,
        file: files[index]!.chosen.file,
      })),
    );
  }

  return (
    <Section {...(given !== undefined && { title: words.title })}>
      <Stack gap="md">
        {given === undefined && <JobChoice value={job} onChange={setJob} />}
        <FileDrop isBusy={looking !== null} onDrop={(files) => void take(files)} />
        {(looking || note) && (
          <Text size="sm" role="status">
            {looking ? words.looking(looking.done, looking.of) : note}
          </Text>
        )}
        <FaultAlert fault={fault} />
      </Stack>
      {looked && (
        <ReviewDialog looked={looked} jobId={jobId} onConfirm={send} onClose={() => setLooked(null)} />
      )}
    </Section>
  );
}

function FileDrop({ isBusy, onDrop }: { isBusy: boolean; onDrop: (files: File[]) => void }) {
  return (
    <Dropzone
      onDrop={onDrop}
      loading={isBusy}
      aria-label={words.drop}
      inputProps={{ 'aria-label': words.drop }}
    >
      <Group justify="center" gap="md" mih={104} style={{ pointerEvents: 'none' }}>
        <IconFileUpload size={34} stroke={1.5} color="var(--mantine-color-dimmed)" aria-hidden />
        <div>
          <Text fw={600}>
            <Dropzone.Accept>{words.dropHere}</Dropzone.Accept>
            <Dropzone.Idle>{words.drop}</Dropzone.Idle>
          </Text>
          <Text size="sm" c="dimmed">
            {words.dropHint(
              megabytes(limits.cv.maxSizeBytes),
              megabytes(limits.audio.maxSizeBytes),
              maxFiles,
            )}
          </Text>
        </div>
      </Group>
    </Dropzone>
  );
}

function JobChoice({ value, onChange }: { value: string | null; onChange: (jobId: string | null) => void }) {
  const clientId = useClientId();
  const { data } = useQuery(
    reading('GET /clients/:clientId/jobs', { params: { clientId }, query: { limit: 100 } }),
  );
  return (
    <Select
      label={words.where}
      description={value === null && words.poolHint}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      searchable
      allowDeselect={false}
      maw={420}
      data={[
        { value: '', label: words.pool },
        ...(data?.items ?? []).map(({ id, title, positionId }) => ({
          value: id,
          label: [title || matchTexts.noTitle, positionId].filter(Boolean).join(' · '),
        })),
      ]}
      value={value ?? ''}
      onChange={(chosen) => onChange(chosen || null)}
    />
  );
}
