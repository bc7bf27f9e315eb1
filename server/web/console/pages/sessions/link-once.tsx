import { Modal, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { InvitationMade } from '../../../../modules/console/sessions/contract.ts';
import { DateTime } from '../../components/date-time.tsx';
import { SecretOnce } from '../../components/secret-once.tsx';
import { common } from '../../texts/common.ts';
import { sessionTexts } from '../../texts/sessions.ts';

const { invitation: words } = sessionTexts;

interface LinkOnceProps {
  made: InvitationMade;
  onClose: () => void;
  /** Below the link. */
  children?: ReactNode;
}

/** A candidate's link, shown this once. */
export function LinkOnce({ made, onClose, children }: LinkOnceProps) {
  return (
    <Modal
      opened
      onClose={onClose}
      title={words.madeTitle}
      size="lg"
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': common.close }}
    >
      <SecretOnce
        label={words.link}
        value={made.link}
        hint={words.hint}
        onDone={onClose}
        doneLabel={common.done}
      >
        <Text size="sm" c="dimmed">
          {words.validUntil} <DateTime value={made.expiresAt} />
        </Text>
        {children}
      </SecretOnce>
    </Modal>
  );
}
