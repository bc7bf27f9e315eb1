import { Stack } from '@mantine/core';
import { BasicsSection } from './basics-section.tsx';
import type { Draft } from './draft.ts';
import { RequirementsForm } from './requirements-form.tsx';

interface JobFormProps {
  draft: Draft;
  onChange: (changes: Partial<Draft>) => void;
  title: string | undefined;
  faultOf: (path: string) => string | undefined;
}

/** Everything of a job: its description and what it asks for. */
export function JobForm({ title, ...fields }: JobFormProps) {
  return (
    <Stack gap="lg">
      <BasicsSection {...fields} title={title} />
      <RequirementsForm {...fields} />
    </Stack>
  );
}
