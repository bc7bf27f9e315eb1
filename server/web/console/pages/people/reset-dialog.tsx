import { Checkbox, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { LinkMade, Person } from '../../../../modules/console/people/contract.ts';
import { useChange } from '../../api/changes.ts';
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
  const change = useChange();
  const { installation: texts } = people;
  const make = async () => {
    const link = await change('POST /installation/people/:userId/reset', {
      params: { userId: person.userId },
      body: { removeSecondFactor: person.totpEnabled && removeSecondFactor },
    });
    onLink(link);
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
