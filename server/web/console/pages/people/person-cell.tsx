import { Avatar, Group, Text } from '@mantine/core';
import { ToneBadge } from '../../components/status-badge.tsx';
import { people } from '../../texts/people.ts';

interface PersonCellProps {
  name: string;
  email: string;
  isSelf: boolean;
  isDisabled: boolean;
}

/** A person in a table: name, e-mail, and what is special about the account. */
export function PersonCell({ name, email, isSelf, isDisabled }: PersonCellProps) {
  return (
    <Group gap="sm" wrap="nowrap" miw={0}>
      <Avatar size={32} name={name} color={isDisabled ? 'gray' : 'teal'} variant="light" aria-hidden />
      <div style={{ minWidth: 0 }}>
        <Group gap={6}>
          <Text size="sm" fw={550} {...(isDisabled && { c: 'dimmed' })}>
            {name}
          </Text>
          {isSelf && (
            <ToneBadge tone="neutral" size="xs" icon={null}>
              {people.you}
            </ToneBadge>
          )}
          {isDisabled && (
            <ToneBadge tone="negative" size="xs">
              {people.isDisabled}
            </ToneBadge>
          )}
        </Group>
        <Text size="xs" c="dimmed" fw={400} style={{ overflowWrap: 'anywhere' }}>
          {email}
        </Text>
      </div>
    </Group>
  );
}
