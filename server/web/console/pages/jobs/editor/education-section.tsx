import { Group, SegmentedControl, Stack, Switch, TagsInput, Text, TextInput } from '@mantine/core';
import { limits } from '../../../../../config/limits.ts';
import {
  type EducationRequirement,
  type StudyStatus,
  studyStatuses,
} from '../../../../../domain/requirements/types.ts';
import { Section } from '../../../components/section.tsx';
import { jobTexts } from '../../../texts/jobs.ts';
import { FaultText } from './fault-text.tsx';
import { ImportanceInput } from './importance-input.tsx';

const { editor: words } = jobTexts;

interface EducationSectionProps {
  value: EducationRequirement;
  onChange: (value: EducationRequirement) => void;
  path: string;
  faultOf: (path: string) => string | undefined;
}

/** A degree, its fields, and whether it must be finished. */
export function EducationSection({ value, onChange, path, faultOf }: EducationSectionProps) {
  return (
    <Section title={words.education}>
      <Stack gap="md">
        <Switch
          label={words.askEducation}
          checked={value.is_enabled}
          onChange={(event) => onChange({ ...value, is_enabled: event.currentTarget.checked })}
        />
        {value.is_enabled && (
          <>
            <Group align="flex-start" gap="md" grow preventGrowOverflow={false}>
              <TextInput
                label={words.degree}
                description={words.degreeHint}
                inputWrapperOrder={['label', 'input', 'description', 'error']}
                placeholder={words.degreePlaceholder}
                value={value.degree ?? ''}
                onChange={(event) => onChange({ ...value, degree: event.currentTarget.value || null })}
                error={faultOf(`${path}.degree`)}
                miw={180}
              />
              <TagsInput
                label={words.fieldsOfStudy}
                description={words.fieldsHint}
                inputWrapperOrder={['label', 'input', 'description', 'error']}
                value={value.fields}
                onChange={(fields) => onChange({ ...value, fields })}
                maxTags={limits.requirements.fieldsOfStudy}
                error={faultOf(`${path}.fields`)}
                miw={220}
              />
            </Group>
            <Group align="flex-end" gap="md">
              <Stack gap={4}>
                <Text size="sm" fw={500} id="study-status">
                  {words.studyStatus}
                </Text>
                <SegmentedControl
                  aria-labelledby="study-status"
                  data={studyStatuses.map((status) => ({
                    value: status,
                    label: words.studyStatuses[status],
                  }))}
                  value={value.study_status}
                  onChange={(status) => onChange({ ...value, study_status: status as StudyStatus })}
                />
              </Stack>
              <ImportanceInput
                hasLabel
                of={words.education}
                value={value.importance}
                onChange={(importance) => onChange({ ...value, importance })}
              />
            </Group>
          </>
        )}
        <FaultText fault={faultOf(path)} />
      </Stack>
    </Section>
  );
}
