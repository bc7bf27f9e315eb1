import { notifications } from '@mantine/notifications';
import type { InvitationRow } from '../../../../modules/console/invitations/contract.ts';
import { useChange } from '../../api/changes.ts';
import { useClientId } from '../../api/session.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { invitationTexts } from '../../texts/invitations.ts';
import { personOf } from './invitation-columns.tsx';

const { actions: words } = invitationTexts;

/** For who has lost the link. */
export function MailLinkDialog({ invitation, onClose }: { invitation: InvitationRow; onClose: () => void }) {
  const clientId = useClientId();
  const change = useChange();
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={words.mailLinkTitle}
      confirmLabel={words.mailLink}
      isDestructive={false}
      onConfirm={async () => {
        const params = { clientId, runId: invitation.sessionId };
        await change('POST /clients/:clientId/sessions/:runId/mail-link', { params });
        notifications.show({ message: words.mailed, color: 'green' });
      }}
    >
      {words.mailLinkBody(personOf(invitation))}
    </ConfirmDialog>
  );
}
