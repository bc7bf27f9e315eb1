import { Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { RequirementsConfig } from '../../../../../domain/requirements/types.ts';
import { ask } from '../../../api/client.ts';
import { useClientId } from '../../../api/session.ts';
import { faultSentence } from '../../../components/fault.ts';
import { Section } from '../../../components/section.tsx';
import { jobTexts } from '../../../texts/jobs.ts';
import { BasicsSection } from './basics-section.tsx';
import { type Draft, draftOf, jsonOf, sentOf } from './draft.ts';

const { editor: words } = jobTexts;

interface JsonFormProps {
  draft: Draft;
  onChange: (changes: Partial<Draft>) => void;
  title: string | undefined;
  faultOf: (path: string) => string | undefined;
  /** What keeps the text from becoming the draft. */
  fault: string | undefined;
  onFault: (fault: string | undefined) => void;
}

/** The config as the API takes it. What the validator accepts becomes the draft; what it refuses stays here, named. */
export function JsonForm({ draft, onChange, title, faultOf, fault, onFault }: JsonFormProps) {
  const clientId = useClientId();
  const [text, setText] = useState(() => jsonOf(draft));

  const read = async (typed: string) => {
    setText(typed);
    let config: unknown;
    try {
      config = JSON.parse(typed);
    } catch {
      return onFault(words.notJson);
    }
    try {
      const check = await ask('POST /clients/:clientId/jobs/check', {
        params: { clientId },
        body: { ...sentOf(draft), config },
      });
      const wrong = Object.entries(check.faults).filter(([path]) => path.startsWith('config'));
      onFault(wrong.map(([path, sentence]) => `${path}: ${sentence}`).join('\n') || undefined);
      if (check.config) takeOver(check.config);
    } catch (error) {
      onFault(faultSentence(error));
    }
  };
  const takeOver = (config: RequirementsConfig) => {
    const { requirements, conditions } = draftOf({ positionId: null, description: '', config });
    onChange({ requirements, conditions });
  };
  return (
    <Stack gap="lg">
      <BasicsSection draft={draft} onChange={onChange} title={title} faultOf={faultOf} />
      <Section title={words.json} description={words.jsonHint}>
        <Textarea
          aria-label={words.json}
          autosize
          minRows={18}
          maxRows={36}
          spellCheck={false}
          styles={{
            input: {
              fontFamily: 'var(--mantine-font-family-monospace)',
              fontSize: '0.8rem',
              lineHeight: 1.55,
            },
            error: { whiteSpace: 'pre-line' },
          }}
          value={text}
          onChange={(event) => void read(event.currentTarget.value)}
          error={fault}
        />
      </Section>
    </Stack>
  );
}
