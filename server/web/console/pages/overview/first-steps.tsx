import { Button, Code, Group, Stack, Text, ThemeIcon, VisuallyHidden } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { OverviewAnswer } from '../../../../modules/console/contract/overview.ts';
import { useRights } from '../../api/session.ts';
import { Section } from '../../components/section.tsx';
import { overviewTexts } from '../../texts/overview.ts';

const texts = overviewTexts.firstSteps;

interface FirstStepsProps {
  clientId: string;
  set: OverviewAnswer['set'];
}

/** From nothing to the first run; shown to those who can take the steps, until they are taken. */
export function FirstSteps({ clientId, set }: FirstStepsProps) {
  const may = useRights();
  if (set.hasRuns || !may('POST /clients/:clientId/keys')) return null;
  const at = `/c/${clientId}`;
  return (
    <Section title={texts.title} description={texts.description}>
      <Stack component="ol" gap="lg" m={0} p={0} style={{ listStyle: 'none' }}>
        <Step number={1} isDone={set.projects > 0} title={texts.project} text={texts.projectText}>
          <StepLink to={`${at}/projects`} label={texts.toProjects} isNext={set.projects === 0} />
        </Step>
        <Step number={2} isDone={set.keys > 0} title={texts.key} text={texts.keyText}>
          <StepLink to={`${at}/keys`} label={texts.toKeys} isNext={set.projects > 0 && set.keys === 0} />
        </Step>
        <Step number={3} isDone={false} title={texts.run} text={texts.runText}>
          <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {texts.runCommand(window.location.origin)}
          </Code>
          <StepLink to={`${at}/playground`} label={texts.toPlayground} isNext={set.keys > 0} />
        </Step>
      </Stack>
    </Section>
  );
}

interface StepProps {
  number: number;
  isDone: boolean;
  title: string;
  text: string;
  children: ReactNode;
}

function Step({ number, isDone, title, text, children }: StepProps) {
  return (
    <Group component="li" wrap="nowrap" align="flex-start" gap="md">
      <ThemeIcon
        radius="xl"
        size={30}
        variant={isDone ? 'filled' : 'light'}
        color={isDone ? 'green' : 'indigo'}
      >
        {isDone ? <IconCheck size={17} aria-hidden /> : <span aria-hidden>{number}</span>}
      </ThemeIcon>
      <Stack gap={6} align="flex-start" miw={0} flex={1}>
        <div>
          <Text fw={550}>
            {title} <VisuallyHidden>({isDone ? texts.done : texts.open})</VisuallyHidden>
          </Text>
          <Text size="sm" c="dimmed">
            {text}
          </Text>
        </div>
        {!isDone && children}
      </Stack>
    </Group>
  );
}

const StepLink = ({ to, label, isNext }: { to: string; label: string; isNext: boolean }) => (
  <Button size="xs" variant={isNext ? 'filled' : 'default'} component={Link} to={to}>
    {label}
  </Button>
);
