import { Radio, Select, SimpleGrid, Stack, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { limits } from '../../../../../config/limits.ts';
import { reading } from '../../../api/reads.ts';
import { useClientId } from '../../../api/session.ts';
import { Section } from '../../../components/section.tsx';
import { personaTexts } from '../../../texts/personas.ts';
import { voiceName } from '../voice-names.ts';
import type { PersonaFormState } from './draft.ts';
import { patienceChoices } from './patience.ts';

const { editor: words } = personaTexts;

interface ConversationSectionProps {
  form: PersonaFormState;
  /** Undefined until they are known. */
  voices: readonly string[] | undefined;
}

/** How it speaks and listens, and what becomes of what it heard. */
export function ConversationSection({ form, voices = [] }: ConversationSectionProps) {
  const clientId = useClientId();
  const { data: client } = useQuery(reading('GET /clients/:clientId', { params: { clientId } }));
  const price = client?.prices.speechPerStartedMinute ?? limits.prices.speechPerStartedMinute;
  const { voice, patienceMs } = form.values;
  const offered = voice === null || voices.includes(voice) ? voices : [...voices, voice];
  return (
    <Section title={words.conversation}>
      <Stack gap="lg">
        <Select
          label={words.voice}
          placeholder={words.bestVoice}
          clearable
          data={offered.map((id) => ({ value: id, label: voiceName(id) }))}
          maw="20rem"
          {...form.getInputProps('voice')}
        />
        <Radio.Group
          label={words.patience}
          description={words.patienceHint}
          value={String(patienceMs)}
          onChange={(value) => form.setFieldValue('patienceMs', Number(value))}
          error={form.errors.patienceMs}
        >
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm" mt="sm">
            {patienceChoices(patienceMs).map(({ value, name, hint }) => (
              <Radio
                key={value}
                value={String(value)}
                label={`${name}, ${words.milliseconds(value)}`}
                description={hint}
              />
            ))}
          </SimpleGrid>
        </Radio.Group>
        <Switch
          label={words.analyse}
          description={words.analyseHint(price)}
          {...form.getInputProps('analyse', { type: 'checkbox' })}
        />
      </Stack>
    </Section>
  );
}
