import { Button, Code, Group, Stack, Text, ThemeIcon, VisuallyHidden } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Section } from '../../components/section.tsx';
import type { HomeName } from '../../layout/homes.ts';
import { firstStepsTexts as texts } from '../../texts/home.ts';
import type { FirstStep, StepName } from './steps.ts';

interface FirstStepsProps {
  home: HomeName;
  steps: readonly FirstStep[];
  /** Of the pages that steps lead to; the operator's lead to none of a client. */
  clientId?: string;
}

/** What is still to be done, in the order in which one needs the other; nothing once nothing is. */
export function FirstSteps({ home, steps, clientId }: FirstStepsProps) {
  if (steps.length === 0) return null;
  return (
    <Section title={texts.title} description={texts.descriptions[home]}>
      <Stack component="ol" gap="lg" m={0} p={0} style={{ listStyle: 'none' }}>
        {steps.map((step, index) => (
          <Step key={step.name} number={index + 1} isDone={step.isDone} {...texts.steps[step.name]}>
            {step.name === 'program' && (
              <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
                {texts.runCommand(window.location.origin)}
              </Code>
            )}
            <StepLink step={step} clientId={clientId} />
          </Step>
        ))}
      </Stack>
    </Section>
  );
}

/** Below the client's address. */
const ofClient: Partial<Record<StepName, string>> = {
  job: 'jobs/new',
  upload: 'uploads',
  interview: 'invitations',
  decide: 'candidates',
  credits: 'credits',
  recording: 'playground',
  key: 'keys',
};
const ofInstallation: Partial<Record<StepName, string>> = {
  recogniser: '/installation/models',
  client: '/clients',
  people: '/installation/people',
  backup: '/installation/backups',
};

function StepLink({ step: { name, isNext }, clientId }: { step: FirstStep; clientId: string | undefined }) {
  const to = ofInstallation[name] ?? (ofClient[name] && `/c/${clientId}/${ofClient[name]}`);
  if (!to) return null;
  return (
    <Button size="xs" variant={isNext ? 'filled' : 'default'} component={Link} to={to}>
      {texts.steps[name].link}
    </Button>
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
