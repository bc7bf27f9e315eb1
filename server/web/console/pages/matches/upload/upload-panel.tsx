import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import '@mantine/dropzone/styles.css';
import { IconFileUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { limits } from '../../../../../config/limits.ts';
import { reading } from '../../../api/reads.ts';
import { useClientId } from '../../../api/session.ts';
import { Section } from '../../../components/section.tsx';
import { matchTexts } from '../../../texts/matches.ts';
import { SpendDialog } from './spend-dialog.tsx';
import { UploadList } from './upload-list.tsx';
import { countsOf, faultOfFile, isDone } from './upload-queue.ts';
import { useUploads } from './use-uploads.ts';

const { upload: words } = matchTexts;
const maxSizeMb = limits.cv.maxSizeBytes / 1024 / 1024;

interface UploadPanelProps {
  /** The job they are matched with; chosen here where it is not given. */
  jobId?: string;
  onAccepted: () => void;
}

/** Many PDFs at once, each with how far it is, from the first byte to its score. One client's: `key` it by that. */
export function UploadPanel({ jobId: given, onAccepted }: UploadPanelProps) {
  const clientId = useClientId();
  const [chosen, setChosen] = useState<string | null>(null);
  const jobId = given ?? chosen;
  const { items, add, retry, matchAgain, clear } = useUploads(clientId, onAccepted);
  const { data: client } = useQuery(reading('GET /clients/:clientId', { params: { clientId } }));
  const done = items.filter(isDone).length;
  const [dropped, setDropped] = useState<readonly File[]>([]);
  const price = client?.prices.cvMatch ?? limits.prices.cvMatch;
  const take = (files: readonly File[]) => {
    if (jobId === null) return;
    // What cannot be sent costs nothing: nobody is asked.
    if (files.some(isSendable)) setDropped(files);
    else add(jobId, files);
  };
  return (
    <Section title={words.title}>
      <Stack gap="md">
        {given === undefined && (
          <JobChoice value={chosen} onChange={setChosen} isFixed={items.length > done} />
        )}
        <Dropzone
          onDrop={take}
          onReject={(rejected) => take(rejected.map(({ file }) => file))}
          accept={{ 'application/pdf': ['.pdf'] }}
          disabled={jobId === null}
          aria-label={words.drop}
          inputProps={{ 'aria-label': words.drop }}
          style={{ opacity: jobId === null ? 0.55 : 1 }}
        >
          <Group justify="center" gap="md" mih={104} style={{ pointerEvents: 'none' }}>
            <IconFileUpload size={34} stroke={1.5} color="var(--mantine-color-dimmed)" aria-hidden />
            <div>
              <Text fw={600}>
                <Dropzone.Accept>{words.dropHere}</Dropzone.Accept>
                <Dropzone.Idle>{words.drop}</Dropzone.Idle>
                <Dropzone.Reject>{words.notPdf}</Dropzone.Reject>
              </Text>
              <Text size="sm" c="dimmed">
                {words.dropHint(maxSizeMb, price)}
              </Text>
            </div>
          </Group>
        </Dropzone>
        {items.length > 0 && (
          <>
            <Group justify="space-between" mih={30}>
              <Text size="sm" c="dimmed" aria-live="polite" data-figures>
                {words.counts(countsOf(items), items.length)}
              </Text>
              {done > 0 && (
                <Button variant="default" size="xs" onClick={clear}>
                  {words.clear}
                </Button>
              )}
            </Group>
            <UploadList items={items} onRetry={retry} onMatchAgain={matchAgain} />
          </>
        )}
      </Stack>
      {dropped.length > 0 && jobId !== null && (
        <SpendDialog
          count={dropped.filter(isSendable).length}
          leftOut={dropped.filter((file) => !isSendable(file)).length}
          price={price}
          onConfirm={() => add(jobId, dropped)}
          onClose={() => setDropped([])}
        />
      )}
    </Section>
  );
}

const isSendable = (file: File) => faultOfFile(file, limits.cv.maxSizeBytes) === undefined;

interface JobChoiceProps {
  value: string | null;
  onChange: (jobId: string | null) => void;
  /** Files for it are on their way. */
  isFixed: boolean;
}

function JobChoice({ value, onChange, isFixed }: JobChoiceProps) {
  const clientId = useClientId();
  const { data } = useQuery(
    reading('GET /clients/:clientId/jobs', { params: { clientId }, query: { limit: 100 } }),
  );
  return (
    <Select
      label={words.job}
      placeholder={words.chooseJob}
      searchable
      disabled={isFixed}
      maw={420}
      data={(data?.items ?? []).map(({ id, title, positionId }) => ({
        value: id,
        label: [title || matchTexts.noTitle, positionId].filter(Boolean).join(' · '),
      }))}
      value={value}
      onChange={onChange}
    />
  );
}
