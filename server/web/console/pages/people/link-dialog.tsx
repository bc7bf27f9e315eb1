import { Modal, Text } from '@mantine/core';
import type { LinkMade } from '../../../../modules/console/people/contract.ts';
import { DateTime } from '../../components/date-time.tsx';
import { SecretOnce } from '../../components/secret-once.tsx';
import { common } from '../../texts/common.ts';
import { people } from '../../texts/people.ts';

interface LinkDialogProps {
  /** Undefined: closed. */
  made: LinkMade | undefined;
  title?: string;
  onClose: () => void;
}

/** A link that lets a person in, shown this once. */
export function LinkDialog({ made, title = people.invites.madeTitle, onClose }: LinkDialogProps) {
  const { invites } = people;
  return (
    <Modal
      opened={made !== undefined}
      onClose={onClose}
      title={title}
      size="lg"
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': common.close }}
    >
      {made && (
        <SecretOnce
          label={invites.linkLabel}
          value={made.link}
          hint={invites.linkHint}
          onDone={onClose}
          doneLabel={common.done}
        >
          <Text size="sm" c="dimmed">
            {invites.expires} <DateTime value={made.expiresAt} />
          </Text>
        </SecretOnce>
      )}
    </Modal>
  );
}
