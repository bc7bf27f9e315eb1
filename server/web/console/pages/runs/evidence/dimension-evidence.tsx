import { Alert, Group, List, SimpleGrid, Stack, Tabs, Text } from '@mantine/core';
import { IconAlertTriangle, IconEar } from '@tabler/icons-react';
import type { Dimension as DimensionName } from '../../../../../domain/scoring/types.ts';
import type { Analysis, Dimension } from '../../../../../modules/console/runs/contract.ts';
import { CefrBadge } from '../../../components/cefr-badge.tsx';
import { Section } from '../../../components/section.tsx';
import { evidenceTexts } from '../../../texts/evidence.ts';
import { runTexts } from '../../../texts/run.ts';
import { isScored } from '../player/transcript-marks.ts';
import { dimensionNames } from '../scores/score-overview.tsx';
import { Sounds, UnclearWords } from './accent-lists.tsx';
import { FeatureTable } from './feature-table.tsx';
import { HesitationLists } from './hesitation-lists.tsx';
import { Quotes } from './quotes.tsx';
import { VocabularyLists } from './vocabulary-lists.tsx';

export const EVIDENCE_ID = 'evidence';

interface DimensionEvidenceProps {
  analysis: Analysis;
  /** The dimension that is open. */
  open: DimensionName;
  onOpen: (dimension: DimensionName) => void;
}

/** What each score rests on, dimension by dimension. */
export function DimensionEvidence({ analysis, open, onOpen }: DimensionEvidenceProps) {
  return (
    <div id={EVIDENCE_ID}>
      <Section title={evidenceTexts.title} description={evidenceTexts.description}>
        <Alert color="gray" mb="md" icon={<IconEar aria-hidden />}>
          {evidenceTexts.heardByMachine}
        </Alert>
        <Tabs value={open} onChange={(value) => value && onOpen(value as DimensionName)}>
          <Tabs.List mb="md">
            {dimensionNames.map((name) => {
              const dimension = analysis[name];
              return (
                <Tabs.Tab key={name} value={name}>
                  <Group gap={8} wrap="nowrap">
                    {runTexts.dimensions[name]}
                    {isScored(dimension) && <CefrBadge level={dimension.cefr} size="sm" />}
                  </Group>
                </Tabs.Tab>
              );
            })}
          </Tabs.List>
          {dimensionNames.map((name) => (
            <Tabs.Panel key={name} value={name}>
              <OneDimension name={name} dimension={analysis[name]} />
            </Tabs.Panel>
          ))}
        </Tabs>
      </Section>
    </div>
  );
}

function OneDimension({ name, dimension }: { name: DimensionName; dimension: Dimension | null }) {
  if (!isScored(dimension)) {
    return <Alert color="gray">{dimension?.reason ?? evidenceTexts.notScored}</Alert>;
  }
  const { warnings, features, evidence, hesitations, calibration } = dimension;
  return (
    <Stack gap="lg">
      {warnings.length > 0 && (
        <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} title={evidenceTexts.warnings}>
          <List size="sm">
            {warnings.map((warning) => (
              <List.Item key={warning}>{warning}</List.Item>
            ))}
          </List>
        </Alert>
      )}
      <div>
        <FeatureTable label={runTexts.dimensions[name]} features={features} />
      </div>
      {hesitations ? (
        <HesitationLists hesitations={hesitations} />
      ) : (
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
          <Stack gap="lg">
            <Quotes evidence={evidence} />
            {name === 'accent' && <UnclearWords {...dimension} />}
          </Stack>
          {name === 'vocabulary' ? <VocabularyLists {...dimension} /> : <Sounds {...dimension} />}
        </SimpleGrid>
      )}
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {evidenceTexts.calibration(calibration.id, calibration.sha256.slice(0, 16))}
      </Text>
    </Stack>
  );
}
