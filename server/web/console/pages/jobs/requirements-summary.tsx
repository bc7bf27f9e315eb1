import { Badge, Code, Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { asksForExperience, type RequirementsConfig } from '../../../../domain/requirements/types.ts';
import { jobTexts } from '../../texts/jobs.ts';
import classes from './jobs.module.css';

const { summary: words, kinds } = jobTexts;

interface Asked {
  text: string;
  note?: string;
  importance: number;
}

/** What a job asks for, to read. */
export function RequirementsSummary({ config }: { config: RequirementsConfig }) {
  const { requirements: asked } = config;
  const shown = groupsOf(asked).filter(([, list]) => list.length > 0);
  const conditions = Object.entries(asked.employment_conditions);
  return (
    <Stack gap="md">
      {shown.length === 0 && <Text c="dimmed">{words.nothing}</Text>}
      {shown.map(([title, list]) => (
        <AskedGroup key={title} title={title}>
          {list.map(({ text, note, importance }) => (
            <Group key={text} justify="space-between" wrap="nowrap" gap="md" className={classes.asked ?? ''}>
              <Text size="sm" component="span" style={{ overflowWrap: 'anywhere' }}>
                {text}
                {note && (
                  <Text span c="dimmed" size="sm">
                    {' '}
                    · {note}
                  </Text>
                )}
              </Text>
              <ImportanceBadge importance={importance} />
            </Group>
          ))}
        </AskedGroup>
      ))}
      {conditions.length > 0 && (
        <AskedGroup title={words.conditions}>
          {conditions.map(([name, value]) => (
            <Group key={name} justify="space-between" gap="md" className={classes.asked ?? ''}>
              <Text size="sm">{name}</Text>
              {typeof value === 'string' ? (
                <Text size="sm">{value}</Text>
              ) : (
                <Code>{JSON.stringify(value)}</Code>
              )}
            </Group>
          ))}
          <Text size="xs" c="dimmed">
            {words.conditionsHint}
          </Text>
        </AskedGroup>
      )}
    </Stack>
  );
}

/** By kind, in the order in which they are shown. */
function groupsOf(asked: RequirementsConfig['requirements']): [string, Asked[]][] {
  const { workExperience, education, skills } = asked;
  const named = ({ name, importance }: { name: string; importance: number }): Asked => ({
    text: name,
    importance,
  });
  const worded = ({ text, importance }: { text: string; importance: number }): Asked => ({
    text,
    importance,
  });
  return [
    [kinds.minimal_qualification, asked.minimal_qualifications.map(worded)],
    [
      kinds.work_experience,
      asksForExperience(workExperience)
        ? [
            {
              text: words.years(workExperience.from, workExperience.to),
              importance: workExperience.importance,
            },
          ]
        : [],
    ],
    [kinds.industry, (asked.industries_config ?? []).map(named)],
    [kinds.hard_skill, skills.hard_skills.map(named)],
    [kinds.soft_skill, skills.soft_skills.map(named)],
    [
      kinds.language,
      skills.language_skills_config.map(({ name, level, importance }) => ({
        text: name,
        note: level ? words.atLeast(level) : words.anyLevel,
        importance,
      })),
    ],
    [
      kinds.education,
      education.is_enabled
        ? [
            {
              text: [
                education.degree ?? words.anyDegree,
                education.fields.length > 0 && words.fields(education.fields),
              ]
                .filter(Boolean)
                .join(' '),
              note: words.studyStatus[education.study_status],
              importance: education.importance,
            },
          ]
        : [],
    ],
    [kinds.preferable_qualification, asked.preferable_qualifications.map(worded)],
  ];
}

function AskedGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <Title order={3} mb={4} fz="sm" c="dimmed">
        {title}
      </Title>
      {children}
    </section>
  );
}

export function ImportanceBadge({ importance }: { importance: number }) {
  return (
    <Badge
      color={importance >= 4 ? 'indigo' : 'gray'}
      size="sm"
      title={words.importance(importance)}
      style={{ flexShrink: 0 }}
    >
      <span aria-hidden>{importance}/5</span>
      <span className={classes.heard}>{words.importance(importance)}</span>
    </Badge>
  );
}
