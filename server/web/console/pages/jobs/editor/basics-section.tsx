import { Stack, Textarea, TextInput } from '@mantine/core';
import { Section } from '../../../components/section.tsx';
import { jobTexts } from '../../../texts/jobs.ts';
import type { Draft } from './draft.ts';

const { editor: words } = jobTexts;

interface BasicsSectionProps {
  draft: Draft;
  onChange: (changes: Partial<Draft>) => void;
  /** What the description calls the job. */
  title: string | undefined;
  faultOf: (path: string) => string | undefined;
}

/** The description, and the customer's own id of the position. */
export function BasicsSection({ draft, onChange, title, faultOf }: BasicsSectionProps) {
  const isRead = draft.description.trim() !== '' && title !== undefined;
  return (
    <Section title={words.basics}>
      <Stack gap="md">
        <Textarea
          label={words.descriptionLabel}
          description={isRead ? (title ? words.jobTitle(title) : words.noTitle) : words.descriptionHint}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autosize
          minRows={6}
          maxRows={18}
          required
          value={draft.description}
          onChange={(event) => onChange({ description: event.currentTarget.value })}
          error={faultOf('description')}
        />
        <TextInput
          label={words.positionId}
          description={words.positionIdHint}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          placeholder="acc-2026-04"
          maw={360}
          value={draft.positionId}
          onChange={(event) => onChange({ positionId: event.currentTarget.value })}
          error={faultOf('positionId')}
        />
      </Stack>
    </Section>
  );
}
