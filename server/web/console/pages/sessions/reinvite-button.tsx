import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconUserPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { InvitationMade } from '../../../../modules/console/contract/sessions.ts';
import { useChange } from '../../api/changes.ts';
import { useClientId } from '../../api/session.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { sessionTexts } from '../../texts/sessions.ts';
import { LinkOnce } from './link-once.tsx';

const { reinvite: words } = sessionTexts;

interface ReinviteButtonProps {
  runId: string;
  /** The button goes once the session waits again; the link stays until it is closed. */
  isOffered: boolean;
}

/** Has a failed interview held again, under a link that is shown this once. */
export function ReinviteButton({ runId, isOffered }: ReinviteButtonProps) {
  const clientId = useClientId();
  const change = useChange();
  const [isAsked, { open, close }] = useDisclosure();
  const [made, setMade] = useState<InvitationMade>();
  return (
    <>
      {isOffered && (
        <Button onClick={open} leftSection={<IconUserPlus size={16} aria-hidden />}>
          {words.action}
        </Button>
      )}
      <ConfirmDialog
        opened={isAsked}
        onClose={close}
        title={words.title}
        confirmLabel={words.action}
        isDestructive={false}
        onConfirm={async () =>
          setMade(
            await change('POST /clients/:clientId/sessions/:runId/reinvite', { params: { clientId, runId } }),
          )
        }
      >
        {words.body}
      </ConfirmDialog>
      {made && <LinkOnce made={made} onClose={() => setMade(undefined)} />}
    </>
  );
}
