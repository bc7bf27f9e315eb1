import { Checkbox, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { LinkMade, Person, ResetPerson } from '../../../../modules/console/contract/people.ts';
import { post } from '../../api/client.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { people } from '../../texts/people.ts';

interface ResetDialogProps {
  opened: boolean;
  person: Person;
  onClose: () => void;
  onLink: (made: LinkMade) => void;
}

/** Makes a link for a new password; without the second factor where the telephone is gone. */
export function ResetDialog({ opened, person, onClose, onLink }: ResetDialogProps) {
  const [removeSecondFactor, setRemove] = useState(false);
  const { installation: texts } = people;
  const make = async () => {
    const wanted: ResetPerson = { removeSecondFactor: person.totpEnabled && removeSecondFactor };
    onLink(await post<LinkMade>(`/installation/people/${person.userId}/reset`, wanted));
  };
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={texts.resetTitle(person.name)}
      confirmLabel={texts.resetSubmit}
      isDestructive={false}
      onConfirm={make}
    >
      <Stack gap="sm">
        <Text size="sm">{texts.resetText}</Text>
        {person.totpEnabled && (
          <Checkbox
            label={texts.removeSecondFactor}
            checked={removeSecondFactor}
            onChange={(event) => setRemove(event.currentTarget.checked)}
          />
        )}
      </Stack>
    </ConfirmDialog>
  );
}
