import { Button, Group, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import '@mantine/dropzone/styles.css';
import { IconMicrophone } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { limits } from '../../../../config/limits.ts';
import type { PlaygroundAnswer } from '../../../../modules/console/playground/contract.ts';
import { reading } from '../../api/reads.ts';
import { useClientId } from '../../api/session.ts';
import { FaultAlert } from '../../components/fault-alert.tsx';
import { Section } from '../../components/section.tsx';
import { hearingTexts } from '../../texts/hearing.ts';
import { playgroundTexts as words } from '../../texts/playground.ts';
import { HearingNote } from '../hearing/hearing-note.tsx';
import { firstLanguage, languageChoices } from '../hearing/language-choices.ts';
import { useHearing } from '../hearing/use-hearing.ts';
import { ChosenRecording } from './chosen-recording.tsx';
import { bounds, estimateCredits, faultOfRecording } from './recording.ts';
import { UploadProgress } from './upload-progress.tsx';
import { useLocalRecording } from './use-duration.ts';
import { useSubmission } from './use-submission.ts';

/** A recording is chosen, looked at, and sent. */
export function NewAnalysis({ onAccepted }: { onAccepted: (answer: PlaygroundAnswer) => void }) {
  const clientId = useClientId();
  const [file, setFile] = useState<File | null>(null);
  const [isUnreadable, setUnreadable] = useState(false);
  const [chosenLanguage, setLanguage] = useState<string | null>(null);
  const [externalId, setExternalId] = useState('');
  const { url, durationMs } = useLocalRecording(file);
  const submission = useSubmission(clientId, onAccepted);
  const { client, available, perMinute } = usePrice(clientId);
  // An owner can switch the other languages off.
  const choices = languageChoices(useHearing()?.languages, client?.multilingual !== false);
  const language = chosenLanguage ?? firstLanguage(choices);
  const cost = estimateCredits(durationMs, perMinute);
  const fault = file ? faultOfRecording(file, durationMs) : undefined;
  const problem = fault ? faultText[fault] : isUnreadable && !file ? words.wrongFile : undefined;
  const choose = (chosen: File | null) => {
    setUnreadable(false);
    setFile(chosen);
    submission.forget();
  };

  return (
    <Section title={words.newTitle}>
      <Stack gap="md">
        <HearingNote />
        {file ? (
          <ChosenRecording
            file={file}
            url={url}
            durationMs={durationMs}
            isFixed={submission.isPending}
            onAnother={() => choose(null)}
          />
        ) : (
          <>
            <RecordingDrop onChosen={choose} onUnreadable={() => setUnreadable(true)} />
            <Text size="sm" c="dimmed">
              {hearingTexts.unclear}
            </Text>
          </>
        )}
        {problem && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {problem}
          </Text>
        )}
        {file && (
          <form
            onSubmit={(event) => {
              event.preventDefault();
              if (language) submission.submit({ file, language, externalId: externalId.trim() });
            }}
          >
            <Stack gap="md">
              <RecordingFields
                choices={choices}
                isEnglishOnly={client?.multilingual === false}
                language={language}
                onLanguage={setLanguage}
                externalId={externalId}
                onExternalId={setExternalId}
                isDisabled={submission.isPending}
              />
              <Sending submission={submission}>
                <SubmitRow
                  cost={cost}
                  perMinute={perMinute}
                  available={available}
                  isDisabled={fault !== undefined || language === null}
                />
              </Sending>
            </Stack>
          </form>
        )}
      </Stack>
    </Section>
  );
}

const faultText = {
  tooLarge: words.tooLarge(bounds.maxMb),
  tooShort: words.tooShort(bounds.minMinutes),
  tooLong: words.tooLong(bounds.maxMinutes),
};

function usePrice(clientId: string) {
  const { data: client } = useQuery(reading('GET /clients/:clientId', { params: { clientId } }));
  const { data: credits } = useQuery(
    reading('GET /clients/:clientId/credits', { params: { clientId }, query: { limit: 1 } }),
  );
  const perMinute = client?.prices.speechPerStartedMinute ?? limits.prices.speechPerStartedMinute;
  return { client, available: credits?.available, perMinute };
}

interface SendingProps {
  submission: ReturnType<typeof useSubmission>;
  children: ReactNode;
}

/** How the sending stands, or `children` while nothing is sent. */
function Sending({ submission, children }: SendingProps) {
  return (
    <>
      <FaultAlert fault={submission.fault} title={words.refused} />
      {submission.isLost && (
        <Text size="sm" c="dimmed">
          {words.keptKey}
        </Text>
      )}
      {submission.isPending ? <UploadProgress share={submission.share} /> : children}
    </>
  );
}

interface RecordingFieldsProps {
  choices: ReturnType<typeof languageChoices>;
  isEnglishOnly: boolean;
  language: string | null;
  onLanguage: (language: string) => void;
  externalId: string;
  onExternalId: (externalId: string) => void;
  isDisabled: boolean;
}

function RecordingFields({
  choices,
  isEnglishOnly,
  language,
  onLanguage,
  externalId,
  onExternalId,
  isDisabled,
}: RecordingFieldsProps) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <Select
        label={words.language}
        data={choices}
        description={isEnglishOnly && words.englishOnly}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={language}
        onChange={(value) => value && onLanguage(value)}
        allowDeselect={false}
        searchable
        disabled={isDisabled}
      />
      <TextInput
        label={words.externalId}
        description={words.externalIdHint}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={externalId}
        onChange={(event) => onExternalId(event.currentTarget.value)}
        maxLength={limits.externalId.maxChars}
        autoComplete="off"
        disabled={isDisabled}
      />
    </SimpleGrid>
  );
}

interface SubmitRowProps {
  /** Credits; null while the length is not known. */
  cost: number | null;
  perMinute: number;
  available: number | undefined;
  isDisabled: boolean;
}

function SubmitRow({ cost, perMinute, available, isDisabled }: SubmitRowProps) {
  return (
    <Group justify="space-between" gap="sm">
      <Text size="sm" c="dimmed" data-figures>
        {[cost === null && words.perMinute(perMinute), available !== undefined && words.available(available)]
          .filter(Boolean)
          .join(' · ')}
      </Text>
      <Button type="submit" disabled={isDisabled}>
        {cost === null ? words.analyse : words.analyseFor(cost)}
      </Button>
    </Group>
  );
}

interface RecordingDropProps {
  onChosen: (file: File) => void;
  onUnreadable: () => void;
}

function RecordingDrop({ onChosen, onUnreadable }: RecordingDropProps) {
  return (
    <Dropzone
      onDrop={([first]) => first && onChosen(first)}
      onReject={onUnreadable}
      multiple={false}
      accept={{
        'audio/*': limits.audio.formats.map((format) => `.${format}`),
        'video/webm': ['.webm'],
        'video/mp4': ['.m4a', '.mp4'],
      }}
      inputProps={{ 'aria-label': words.drop }}
      aria-label={words.drop}
    >
      <Group justify="center" gap="md" mih={132} style={{ pointerEvents: 'none' }}>
        <IconMicrophone size={36} stroke={1.5} color="var(--mantine-color-dimmed)" aria-hidden />
        <div>
          <Text fw={600}>
            <Dropzone.Accept>{words.dropHere}</Dropzone.Accept>
            <Dropzone.Idle>{words.drop}</Dropzone.Idle>
            <Dropzone.Reject>{words.wrongFile}</Dropzone.Reject>
          </Text>
          <Text size="sm" c="dimmed">
            {words.dropHint(bounds.minMinutes, bounds.maxMinutes, bounds.maxMb)}
          </Text>
        </div>
      </Group>
    </Dropzone>
  );
}
