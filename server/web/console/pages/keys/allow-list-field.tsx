import { Anchor, Code, Group, Stack, Text, Textarea } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconAlertTriangle, IconCheck, IconInfoCircle, IconX } from '@tabler/icons-react';
import { useId } from 'react';
import type { AllowListAnswer } from '../../../../modules/console/keys/contract.ts';
import { keysTexts } from '../../texts/keys.ts';
import { linesOf } from './expiry.ts';
import { useAllowListCheck } from './keys-api.ts';

interface AllowListFieldProps {
  clientId: string;
  /** One entry a line. */
  value: string;
  onChange: (value: string) => void;
  fault?: string | undefined;
}

/** Addresses a key may be used from; the server judges each line while it is typed. */
export function AllowListField({ clientId, value, onChange, fault }: AllowListFieldProps) {
  const judgementId = useId();
  const [settled] = useDebouncedValue(value, 250);
  const lines = linesOf(settled);
  const { data } = useAllowListCheck(clientId, lines);
  const judged = lines.length > 0 ? data : undefined;
  return (
    <Stack gap={6}>
      <Textarea
        label={keysTexts.allowedIps}
        description={keysTexts.allowedIpsHint}
        placeholder={'203.0.113.7\n10.0.0.0/8\n2001:db8::/32'}
        autosize
        minRows={2}
        maxRows={8}
        spellCheck={false}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        error={fault}
        aria-describedby={judgementId}
      />
      <div id={judgementId} aria-live="polite">
        {judged && (
          <Judgement
            answer={judged}
            onAdd={() => onChange(`${value.trimEnd()}\n${judged.yourAddress}`.trimStart())}
          />
        )}
      </div>
    </Stack>
  );
}

function Judgement({ answer, onAdd }: { answer: AllowListAnswer; onAdd: () => void }) {
  const { entries, includesYou, yourAddress } = answer;
  const Sign = includesYou ? IconInfoCircle : IconAlertTriangle;
  return (
    <Stack gap={4}>
      {entries.map((entry) => (
        <Group key={entry.given} gap={6} wrap="nowrap" align="flex-start">
          {'cidr' in entry ? (
            <>
              <IconCheck
                size={15}
                color="var(--mantine-color-green-6)"
                style={{ flex: 'none', marginTop: 2 }}
                aria-hidden
              />
              <Text size="xs">
                <Code>{entry.cidr}</Code>
              </Text>
            </>
          ) : (
            <>
              <IconX
                size={15}
                color="var(--mantine-color-error)"
                style={{ flex: 'none', marginTop: 2 }}
                aria-hidden
              />
              <Text size="xs" c="var(--mantine-color-error)">
                {entry.fault}
              </Text>
            </>
          )}
        </Group>
      ))}
      <Group gap={6} wrap="nowrap" align="flex-start">
        <Sign
          size={15}
          color="var(--mantine-color-dimmed)"
          style={{ flex: 'none', marginTop: 2 }}
          aria-hidden
        />
        <Text size="xs" c="dimmed">
          {includesYou ? keysTexts.includesYou(yourAddress) : keysTexts.excludesYou(yourAddress)}{' '}
          {!includesYou && (
            <Anchor component="button" type="button" size="xs" onClick={onAdd}>
              {keysTexts.addYours}
            </Anchor>
          )}
        </Text>
      </Group>
    </Stack>
  );
}
