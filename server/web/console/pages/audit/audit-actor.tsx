import { Text } from '@mantine/core';
import type { AuditEntry } from '../../../../modules/console/audit/contract.ts';
import { audit } from '../../texts/audit.ts';

/** Who did it: a person by e-mail, a user of the command line, or the product on its own. */
export function AuditActor({ actor }: { actor: AuditEntry['actor'] }) {
  const note = { user: undefined, key: audit.apiKey, command: audit.commandLine, system: audit.system }[
    actor.kind
  ];
  return (
    <span style={{ overflowWrap: 'anywhere' }}>
      {actor.name}
      {note && (
        <Text span inherit c="dimmed">
          {` · ${note}`}
        </Text>
      )}
    </span>
  );
}
