import { SimpleGrid, Stack, Text, Title } from '@mantine/core';
import type { FinishedRun } from '../../../../modules/console/runs/contract.ts';
import { Section } from '../../components/section.tsx';
import { evidenceTexts } from '../../texts/evidence.ts';
import { runTexts } from '../../texts/run.ts';

/** The result in sentences: for the recruiter, for the candidate, and why. */
export function SummarySection({ answer }: { answer: FinishedRun }) {
  const { hrRecommendation, candidateFeedback, explainability } = answer;
  const parts = [
    [runTexts.recruiter, hrRecommendation],
    [runTexts.candidateFeedback, candidateFeedback],
    [runTexts.aboutVocabulary, explainability?.vocab],
    [runTexts.aboutFluency, explainability?.fluency],
    [runTexts.aboutAccent, explainability?.accent],
  ] as const;
  const written = parts.filter((part): part is [(typeof part)[0], string] => Boolean(part[1]));
  return (
    <Section
      title={runTexts.summary}
      description={[runTexts.decision, evidenceTexts.quotedAsHeard, runTexts.serverLanguage].join(' ').trim()}
    >
      {written.length === 0 ? (
        <Text size="sm" c="dimmed">
          {runTexts.noExplanations}
        </Text>
      ) : (
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl" verticalSpacing="lg">
          {written.map(([title, text]) => (
            <Stack key={title} gap={4}>
              <Title order={3}>{title}</Title>
              {text.split('\n').map((paragraph) => (
                <Text key={paragraph} size="sm">
                  {paragraph}
                </Text>
              ))}
            </Stack>
          ))}
        </SimpleGrid>
      )}
    </Section>
  );
}
