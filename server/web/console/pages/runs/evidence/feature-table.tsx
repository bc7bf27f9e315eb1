import { Button, Table, Text } from '@mantine/core';
import { useState } from 'react';
import type { FeatureValue } from '../../../../../domain/scoring/types.ts';
import { evidenceTexts } from '../../../texts/evidence.ts';
import { DeviationBar } from './deviation-bar.tsx';
import { type ShownFeature, shownFeatures } from './feature-standing.ts';

interface FeatureTableProps {
  /** The dimension, for screen readers. */
  label: string;
  features: Readonly<Record<string, FeatureValue>>;
  /** @default false: on paper only what has a norm, and no buttons */
  isPrinted?: boolean;
  /** At most so many. */
  most?: number;
}

/** Every measure beside what is usual, in words as well as on a bar. */
export function FeatureTable({ label, features, isPrinted = false, most }: FeatureTableProps) {
  const [isOpen, setOpen] = useState(false);
  const all = shownFeatures(features);
  const compared = all.filter(({ norm }) => norm).slice(0, most);
  const others = isPrinted ? [] : all.filter(({ norm }) => !norm);
  const sources = [...new Set(compared.map(({ norm }) => norm!.source))];
  return (
    <>
      <Table.ScrollContainer minWidth={isPrinted ? 0 : 520}>
        <Table aria-label={label} verticalSpacing={isPrinted ? 3 : 8} layout="auto">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{evidenceTexts.measure}</Table.Th>
              <Table.Th ta="end">{evidenceTexts.value}</Table.Th>
              <Table.Th ta="end">{evidenceTexts.usual}</Table.Th>
              <Table.Th>{evidenceTexts.comparison}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {compared.map((feature) => (
              <Row key={feature.name} feature={feature} isPrinted={isPrinted} />
            ))}
            {isOpen &&
              others.map((feature) => <Row key={feature.name} feature={feature} isPrinted={isPrinted} />)}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {others.length > 0 && (
        <Button
          variant="subtle"
          size="compact-xs"
          mt={6}
          onClick={() => setOpen(!isOpen)}
          aria-expanded={isOpen}
        >
          {isOpen ? evidenceTexts.hideMeasures : evidenceTexts.otherMeasures(others.length)}
        </Button>
      )}
      {sources.map((source) => (
        <Text key={source} size="xs" c="dimmed" mt={6}>
          {evidenceTexts.usualFor(source)}
        </Text>
      ))}
    </>
  );
}

function Row({ feature, isPrinted }: { feature: ShownFeature; isPrinted: boolean }) {
  const { text, value, norm, deviation, standing } = feature;
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={400}>
        <Text size="sm" fw={550}>
          {text.title}
        </Text>
        {!isPrinted && text.help && (
          <Text size="xs" c="dimmed" maw="26rem">
            {text.help}
          </Text>
        )}
      </Table.Th>
      <Table.Td ta="end" style={{ whiteSpace: 'nowrap' }} fw={600}>
        {value}
      </Table.Td>
      <Table.Td ta="end" style={{ whiteSpace: 'nowrap' }} c="dimmed">
        {norm ? evidenceTexts.plusMinus(norm.mean, norm.sd) : '–'}
      </Table.Td>
      <Table.Td>
        {deviation !== null && standing && <DeviationBar deviation={deviation} standing={standing} />}
      </Table.Td>
    </Table.Tr>
  );
}
