import { Button, Table, Text } from '@mantine/core';
import { useState } from 'react';
import type { FeatureValue } from '../../../../../domain/scoring/types.ts';
import { evidenceTexts } from '../../../texts/evidence.ts';
import { DeviationBar } from './deviation-bar.tsx';
import { type ShownFeature, shownFeatures } from './feature-standing.ts';
import classes from './feature-table.module.css';

interface FeatureTableProps {
  /** The dimension, for screen readers. */
  label: string;
  features: Readonly<Record<string, FeatureValue>>;
}

/** Shown before the rest is asked for; those that weigh most come first. */
const FIRST = 8;

/** Every measure beside what is usual, in words as well as on a bar. */
export function FeatureTable({ label, features }: FeatureTableProps) {
  const [isOpen, setOpen] = useState(false);
  const all = shownFeatures(features);
  const sources = [...new Set(all.flatMap(({ norm }) => norm?.source ?? []))];
  const hiddenCount = all.length - FIRST;
  return (
    <>
      <Table aria-label={label} verticalSpacing={8} className={classes.table}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{evidenceTexts.measure}</Table.Th>
            <Table.Th ta="end">{evidenceTexts.value}</Table.Th>
            <Table.Th ta="end">{evidenceTexts.usual}</Table.Th>
            <Table.Th>{evidenceTexts.comparison}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {(isOpen ? all : all.slice(0, FIRST)).map((feature) => (
            <Row key={feature.name} feature={feature} withSource={sources.length > 1} />
          ))}
        </Table.Tbody>
      </Table>
      {hiddenCount > 0 && (
        <Button
          variant="subtle"
          size="compact-xs"
          mt={6}
          onClick={() => setOpen(!isOpen)}
          aria-expanded={isOpen}
        >
          {isOpen ? evidenceTexts.hideMeasures : evidenceTexts.otherMeasures(hiddenCount)}
        </Button>
      )}
      {sources.length === 1 && (
        <Text size="xs" c="dimmed" mt={6}>
          {evidenceTexts.usualFor(sources[0]!)}
        </Text>
      )}
    </>
  );
}

function Row({ feature, withSource }: { feature: ShownFeature; withSource: boolean }) {
  const { text, value, norm, deviation, standing } = feature;
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={400}>
        <Text size="sm" fw={550}>
          {text.title}
        </Text>
        {text.help && (
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
        {norm && withSource && (
          <Text size="xs" maw="14rem" ml="auto" style={{ whiteSpace: 'normal' }}>
            {norm.source}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        {deviation !== null && standing && <DeviationBar deviation={deviation} standing={standing} />}
      </Table.Td>
    </Table.Tr>
  );
}
