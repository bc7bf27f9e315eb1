import { Alert, List, ScrollArea, Stack, Table, Text } from '@mantine/core';
import type { InvitationLook } from '../../../../modules/console/invitations/contract.ts';
import { invitationTexts } from '../../texts/invitations.ts';
import { languageName } from '../runs/languages.ts';

const { sheet: words } = invitationTexts;
const SHOWN = 100;

/** What was understood of a list, and what to change about the rest. */
export function PeopleTable({ look: { people, faults, refusal } }: { look: InvitationLook }) {
  if (refusal !== null) return <Alert color="yellow">{refusal}</Alert>;
  return (
    <Stack gap="sm">
      {faults.length > 0 && (
        <Alert color="yellow" title={words.left(faults.length)} role="status">
          <List size="sm">
            {faults.slice(0, SHOWN).map(({ line, message }) => (
              <List.Item key={line} style={{ overflowWrap: 'anywhere' }}>
                {words.line} {line}: {message}
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
      {people.length > 0 && (
        <>
          <Text size="sm" fw={600} role="status">
            {words.understood(people.length)}
          </Text>
          <ScrollArea.Autosize mah={260} type="auto" tabIndex={0}>
            <Table>
              <Table.Thead>
                <Table.Tr>
                  {[words.name, words.email, words.language, words.reference].map((title) => (
                    <Table.Th key={title}>{title}</Table.Th>
                  ))}
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {people.slice(0, SHOWN).map(({ line, name, email, language, reference }) => (
                  <Table.Tr key={`${line} ${email} ${reference}`}>
                    <Table.Td>{name ?? '–'}</Table.Td>
                    <Table.Td>
                      {email ?? (
                        <Text span size="sm" c="dimmed">
                          {words.noAddress}
                        </Text>
                      )}
                    </Table.Td>
                    <Table.Td>{languageName(language)}</Table.Td>
                    <Table.Td>{reference ?? '–'}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </ScrollArea.Autosize>
          {people.length > SHOWN && <Text size="sm">{words.more(people.length - SHOWN)}</Text>}
        </>
      )}
    </Stack>
  );
}
