import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconUserPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { InvitationMade } from '../../../../modules/console/sessions/contract.ts';
import { useChange } from '../../api/changes.ts';
import { useClientId } from '../../api/session.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { sessionTexts } from '../../texts/sessions.ts';
import { LinkOnce } from './link-once.tsx';

interface NewLinkButtonProps {
  runId: string;
  /** A failed interview is held again, a lost link replaced; null: neither can be. What was made stays until it is closed. */
  offered: 'reinvite' | 'renew' | null;
}

/** A fresh link in place of the old one, shown this once. */
export function NewLinkButton({ runId, offered }: NewLinkButtonProps) {
  const clientId = useClientId();
  const change = useChange();
  const [isAsked, { open, close }] = useDisclosure();
  const [made, setMade] = useState<InvitationMade>();
  const words = sessionTexts[offered ?? 'renew'];
  return (
    <>
      {offered && (
        <Button
          variant={offered === 'renew' ? 'default' : 'filled'}
          onClick={open}
          leftSection={<IconUserPlus size={16} aria-hidden />}
        >
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
