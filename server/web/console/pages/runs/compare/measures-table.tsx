import { Table, Tabs } from '@mantine/core';
import type { Dimension as DimensionName, FeatureValue } from '../../../../../domain/scoring/types.ts';
import { Section } from '../../../components/section.tsx';
import { compareTexts } from '../../../texts/compare.ts';
import { evidenceTexts } from '../../../texts/evidence.ts';
import { featureTexts } from '../../../texts/features.ts';
import { runTexts } from '../../../texts/run.ts';
import { type ShownFeature, shownFeatures } from '../evidence/feature-standing.ts';
import { isScored } from '../player/transcript-marks.ts';
import { runName } from '../run-name.ts';
import { dimensionNames } from '../scores/score-overview.tsx';
import { betterOf, type ComparedRun } from './difference.ts';

interface MeasuresTableProps {
  first: ComparedRun;
  second: ComparedRun;
}

const featuresOf = ({ answer }: ComparedRun, name: DimensionName): Readonly<Record<string, FeatureValue>> => {
  const dimension = answer.analysis?.[name];
  return isScored(dimension) ? dimension.features : {};
};

/** The measures of two candidates, dimension by dimension. */
export function MeasuresTable({ first, second }: MeasuresTableProps) {
  return (
    <Section title={compareTexts.measures} description={compareTexts.measuresHelp}>
      <Tabs defaultValue="vocabulary">
        <Tabs.List mb="md">
          {dimensionNames.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {runTexts.dimensions[name]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {dimensionNames.map((name) => (
          <Tabs.Panel key={name} value={name}>
            <OneDimension name={name} first={first} second={second} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </Section>
  );
}

function OneDimension({ name, first, second }: MeasuresTableProps & { name: DimensionName }) {
  const [a, b] = [featuresOf(first, name), featuresOf(second, name)];
  const byName = new Map(shownFeatures(b).map((feature) => [feature.name, feature]));
  const rows = shownFeatures(a).filter((feature) => feature.norm && byName.has(feature.name));
  if (rows.length === 0) return <>{compareTexts.notComparable}</>;
  return (
    <Table.ScrollContainer minWidth={520} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
      <Table aria-label={runTexts.dimensions[name]}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{evidenceTexts.measure}</Table.Th>
            <Table.Th ta="end">{runName(first.detail.run)}</Table.Th>
            <Table.Th ta="end">{runName(second.detail.run)}</Table.Th>
            <Table.Th ta="end">{evidenceTexts.usual}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((feature) => (
            <Row
              key={feature.name}
              feature={feature}
              other={byName.get(feature.name)!}
              better={betterOf(
                a[feature.name]!.value,
                b[feature.name]!.value,
                featureTexts[feature.name]?.better,
              )}
            />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

interface RowProps {
  feature: ShownFeature;
  other: ShownFeature;
  better: -1 | 0 | 1;
}

function Row({ feature: { text, value, norm }, other, better }: RowProps) {
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={550}>
        {text.title}
      </Table.Th>
      <Table.Td ta="end" fw={better < 0 ? 650 : 400}>
        {value}
      </Table.Td>
      <Table.Td ta="end" fw={better > 0 ? 650 : 400}>
        {other.value}
      </Table.Td>
      <Table.Td ta="end" c="dimmed">
        {norm ? evidenceTexts.plusMinus(norm.mean, norm.sd) : '–'}
      </Table.Td>
    </Table.Tr>
  );
}
