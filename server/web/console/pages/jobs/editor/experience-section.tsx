import { Group, NumberInput, Stack, Switch } from '@mantine/core';
import { limits } from '../../../../../config/limits.ts';
import {
  anyExperience,
  asksForExperience,
  type WorkExperience,
} from '../../../../../domain/requirements/types.ts';
import { Section } from '../../../components/section.tsx';
import { jobTexts } from '../../../texts/jobs.ts';
import { ImportanceInput } from './importance-input.tsx';

const { editor: words } = jobTexts;
const { min, max } = limits.requirements.experienceYears;
/** What is put in when experience is first asked for. */
const usual = { from: 2, to: max };

interface ExperienceSectionProps {
  value: WorkExperience;
  onChange: (value: WorkExperience) => void;
  path: string;
  faultOf: (path: string) => string | undefined;
}

/** Years of relevant experience. */
export function ExperienceSection({ value, onChange, path, faultOf }: ExperienceSectionProps) {
  const isAsked = asksForExperience(value) || Number.isNaN(value.from) || Number.isNaN(value.to);
  const years = (key: 'from' | 'to', label: string, description?: string) => (
    <NumberInput
      label={label}
      {...(description !== undefined && { description })}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      min={min}
      max={max}
      clampBehavior="none"
      decimalScale={1}
      allowNegative={false}
      value={Number.isNaN(value[key]) ? '' : value[key]}
      onChange={(next) => onChange({ ...value, [key]: next === '' ? Number.NaN : Number(next) })}
      error={faultOf(`${path}.${key}`)}
      w={150}
    />
  );
  return (
    <Section title={words.experience} description={words.experienceHint}>
      <Stack gap="md">
        <Switch
          label={words.askExperience}
          checked={isAsked}
          onChange={(event) =>
            onChange({ ...value, ...(event.currentTarget.checked ? usual : anyExperience) })
          }
        />
        {isAsked && (
          <Group align="flex-start" gap="md">
            {years('from', words.from)}
            {years('to', words.to, words.toHint)}
            <ImportanceInput
              hasLabel
              of={words.experience}
              value={value.importance}
              onChange={(importance) => onChange({ ...value, importance })}
            />
          </Group>
        )}
      </Stack>
    </Section>
  );
}
