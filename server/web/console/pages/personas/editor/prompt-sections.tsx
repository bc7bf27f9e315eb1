import { SegmentedControl, Stack, Switch, Text, Textarea } from '@mantine/core';
import { limits } from '../../../../../config/limits.ts';
import type { PersonaLook } from '../../../../../modules/console/personas/contract.ts';
import { Section } from '../../../components/section.tsx';
import { personaTexts } from '../../../texts/personas.ts';
import type { PersonaFormState } from './draft.ts';

const { editor: words } = personaTexts;
const maxLength = limits.interview.systemPrompt.maxChars;

interface PromptSectionProps {
  form: PersonaFormState;
  look: PersonaLook | undefined;
}

/** What it is asked to do: made from role and language, or written. */
export function PromptSection({ form, look }: PromptSectionProps) {
  const { promptKind, systemPrompt } = form.values;
  const choose = (kind: 'generated' | 'own') => {
    form.setFieldValue('promptKind', kind);
    // An own prompt begins as a copy of the present one.
    if (kind === 'own' && systemPrompt === '' && look) {
      form.setFieldValue('systemPrompt', look.generatedPrompt);
    }
  };
  return (
    <Section title={words.prompt} {...(look && !look.hasModel && { description: words.unusedPrompt })}>
      <Stack gap="sm" align="stretch">
        <SegmentedControl
          aria-label={words.promptKind}
          value={promptKind}
          onChange={(kind) => choose(kind as typeof promptKind)}
          data={[
            { value: 'generated', label: words.promptKinds.generated },
            { value: 'own', label: words.promptKinds.own },
          ]}
          style={{ alignSelf: 'flex-start' }}
        />
        <Text size="sm" c="dimmed">
          {promptKind === 'own' ? words.ownPromptHint : words.generatedHint}
        </Text>
        {promptKind === 'own' ? (
          <Textarea
            aria-label={words.ownPrompt}
            autosize
            minRows={8}
            maxRows={24}
            maxLength={maxLength}
            {...form.getInputProps('systemPrompt')}
          />
        ) : (
          <Quoted text={look?.generatedPrompt ?? words.generatedLater} />
        )}
      </Stack>
    </Section>
  );
}

/** How it behaves whatever the role. */
export function BehaviourSection({ form, look }: PromptSectionProps) {
  const { hasOwnBehaviour, basePromptOverride } = form.values;
  const toggle = (isOwn: boolean) => {
    form.setFieldValue('hasOwnBehaviour', isOwn);
    if (isOwn && basePromptOverride === '' && look) {
      form.setFieldValue('basePromptOverride', look.baseBehaviour);
    }
  };
  return (
    <Section title={words.advanced}>
      <Stack gap="sm">
        <Switch
          label={words.behaviour}
          description={words.behaviourHint}
          checked={hasOwnBehaviour}
          onChange={(event) => toggle(event.currentTarget.checked)}
        />
        {hasOwnBehaviour && (
          <Textarea
            label={words.behaviourText}
            autosize
            minRows={8}
            maxRows={24}
            maxLength={maxLength}
            {...form.getInputProps('basePromptOverride')}
          />
        )}
      </Stack>
    </Section>
  );
}

const Quoted = ({ text }: { text: string }) => (
  <Text
    size="sm"
    p="md"
    bg="var(--assay-muted)"
    style={{ whiteSpace: 'pre-wrap', borderRadius: 'var(--mantine-radius-md)' }}
  >
    {text}
  </Text>
);
