import { Alert, Button, Group, NumberInput, Select, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconLanguageOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { limits } from '../../../../../config/limits.ts';
import { reading } from '../../../api/reads.ts';
import { useClientId } from '../../../api/session.ts';
import { FaultAlert } from '../../../components/fault-alert.tsx';
import { Section } from '../../../components/section.tsx';
import { common } from '../../../texts/common.ts';
import { personaTexts } from '../../../texts/personas.ts';
import { languageName } from '../../runs/languages.ts';
import { OpeningSection } from '../opening-section.tsx';
import { useLook } from '../use-look.ts';
import { ConversationSection } from './conversation-section.tsx';
import { type Draft, faultsOf, minutesOf, type PersonaFormState, questionsOf, validation } from './draft.ts';
import { BehaviourSection, PromptSection } from './prompt-sections.tsx';
import { QuestionsSection } from './questions-section.tsx';

const { editor: words } = personaTexts;
const { interview } = limits;

interface PersonaFormProps {
  initial: Draft;
  saveLabel: string;
  onSave: (draft: Draft, next: 'look' | 'try') => void;
  onCancel: () => void;
  isSaving: boolean;
  fault: unknown;
}

/** Everything that can be said of an interviewer, and how it would begin. */
export function PersonaForm({ initial, saveLabel, onSave, onCancel, isSaving, fault }: PersonaFormProps) {
  const form = useForm<Draft>({ initialValues: initial, validate: validation });
  const { setErrors, values } = form;
  useEffect(() => setErrors(faultsOf(fault)), [fault, setErrors]);
  const { roleName, language, voice } = values;
  const { positionId } = values;
  const opening = {
    ...{ roleName, language, voice, positionId },
    ...{ maxMinutes: minutesOf(values), questions: questionsOf(values) },
  };
  const look = useLook(opening);
  const isBesideFields = Object.keys(faultsOf(fault)).some((name) => name in values);
  return (
    <form noValidate onSubmit={form.onSubmit((draft) => onSave(draft, 'look'))}>
      <Stack gap="lg" maw="52rem">
        <BasicsSection form={form} whyNotHeld={look?.whyNotHeld ?? null} />
        <ConversationSection form={form} voices={look?.voices} />
        <QuestionsSection form={form} look={look} />
        <OpeningSection persona={opening} look={look} />
        <PromptSection form={form} look={look} />
        <BehaviourSection form={form} look={look} />
        {!isBesideFields && <FaultAlert fault={fault} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel} disabled={isSaving}>
            {common.cancel}
          </Button>
          <Button
            variant="default"
            loading={isSaving}
            onClick={() => form.onSubmit((draft) => onSave(draft, 'try'))()}
          >
            {personaTexts.trial.saveAndStart}
          </Button>
          <Button type="submit" loading={isSaving}>
            {saveLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function BasicsSection({ form, whyNotHeld }: { form: PersonaFormState; whyNotHeld: string | null }) {
  const clientId = useClientId();
  const { data: jobs } = useQuery(
    reading('GET /clients/:clientId/jobs', { params: { clientId }, query: { limit: 100 } }),
  );
  const { min, max } = interview.maxMinutes;
  const { positionId } = form.values;
  const offered = (jobs?.items ?? []).flatMap(({ positionId: value, title }) =>
    value === null ? [] : [{ value, label: [title, value].filter(Boolean).join(' · ') }],
  );
  const isOffered = positionId === null || offered.some(({ value }) => value === positionId);
  return (
    <Section title={words.basics}>
      <Stack gap="md">
        <TextInput
          label={words.role}
          description={words.roleHint}
          required
          maxLength={interview.roleName.maxChars}
          autoComplete="off"
          {...form.getInputProps('roleName')}
        />
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <Select
            label={words.language}
            data={limits.languages.map((code) => ({ value: code, label: languageName(code) }))}
            allowDeselect={false}
            searchable
            {...form.getInputProps('language')}
            // Voices are a language's own.
            onChange={(language) => language && form.setValues({ language, voice: null })}
          />
          <NumberInput
            label={words.minutes}
            min={min}
            max={max}
            allowDecimal={false}
            {...form.getInputProps('maxMinutes')}
          />
        </SimpleGrid>
        {whyNotHeld !== null && (
          <Alert color="yellow" icon={<IconLanguageOff aria-hidden />} role="status">
            {whyNotHeld}
          </Alert>
        )}
        <Select
          label={words.job}
          description={`${words.jobHint} ${words.noPositionJobs}`}
          placeholder={words.noJob}
          clearable
          searchable
          data={isOffered ? offered : [...offered, { value: positionId!, label: positionId! }]}
          {...form.getInputProps('positionId')}
        />
      </Stack>
    </Section>
  );
}
