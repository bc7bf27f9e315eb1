import { Button, Skeleton, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { RetentionKind } from '../../../../modules/console/retention/contract.ts';
import { FaultAlert } from '../../components/fault-alert.tsx';
import { Section } from '../../components/section.tsx';
import { retentionKindTexts, retentionTexts as words } from '../../texts/retention.ts';
import classes from './retention.module.css';
import { type Rules, useRules } from './retention-queries.ts';
import { RuleDialog } from './rule-dialog.tsx';

interface RulesSectionProps {
  /** Null: the installation's rules. */
  clientId: string | null;
  mayChange: boolean;
}

/** Each kind of data with how long it is kept. */
export function RulesSection({ clientId, mayChange }: RulesSectionProps) {
  const { data, error, refetch } = useRules(clientId);
  const [changing, setChanging] = useState<RetentionKind | null>(null);
  const rule = data?.kinds.find(({ kind }) => kind === changing);
  return (
    <Section
      title={clientId === null ? words.installationRules : words.rules}
      {...(clientId === null && { description: words.installationDescription })}
      flush
    >
      {error ? (
        <FaultAlert fault={error} onRetry={refetch} mb="md" />
      ) : (
        <ul className={classes.rules}>
          {data
            ? data.kinds.map((one) => (
                <RuleRow
                  key={one.kind}
                  rule={one}
                  isOfClient={clientId !== null}
                  onChange={mayChange ? () => setChanging(one.kind) : undefined}
                />
              ))
            : Object.keys(retentionKindTexts).map((kind) => (
                <li key={kind} className={classes.rule}>
                  <Skeleton height={38} />
                </li>
              ))}
        </ul>
      )}
      {rule && <RuleDialog clientId={clientId} rule={rule} onClose={() => setChanging(null)} />}
    </Section>
  );
}

interface RuleRowProps {
  rule: Rules['kinds'][number];
  isOfClient: boolean;
  onChange: (() => void) | undefined;
}

function RuleRow({ rule: { kind, days, own }, isOfClient, onChange }: RuleRowProps) {
  const { name, what } = retentionKindTexts[kind];
  return (
    <li className={classes.rule}>
      <Stack gap={2}>
        <Text fw={600}>{name}</Text>
        <Text size="sm" c="dimmed">
          {what}
        </Text>
      </Stack>
      <div>
        <Text fw={550} data-figures>
          {days === null ? words.kept : words.days(days)}
        </Text>
        {isOfClient && (
          <Text size="xs" c="dimmed">
            {own === 'installation' ? words.ofInstallation : words.ofClient}
          </Text>
        )}
      </div>
      {onChange && (
        <Button variant="default" size="xs" onClick={onChange} aria-label={words.changeOf(name)}>
          {words.change}
        </Button>
      )}
    </li>
  );
}
