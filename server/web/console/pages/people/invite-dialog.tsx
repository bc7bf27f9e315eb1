import { Radio, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { type ClientRole, clientRoles } from '../../../../modules/console/access.ts';
import type { LinkMade } from '../../../../modules/console/people/contract.ts';
import { faultFields } from '../../components/fault.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { people } from '../../texts/people.ts';
import { shell } from '../../texts/shell.ts';

interface InviteDialogProps {
  opened: boolean;
  title: string;
  onInvite: (whom: { email: string; role: ClientRole }) => Promise<LinkMade>;
  /** Owners have no role to choose. */
  withRole: boolean;
  text?: string;
  onClose: () => void;
  onMade: (made: LinkMade) => void;
}

/** Asks whom to invite, and as what. */
export function InviteDialog(props: InviteDialogProps) {
  const { opened, title, onInvite, withRole, text, onClose, onMade } = props;
  const { members, roleMeaning } = people;
  const form = useForm({ initialValues: { email: '', role: 'recruiter' as ClientRole } });
  const invite = useMutation({
    mutationFn: onInvite,
    onSuccess: (made) => {
      form.reset();
      onMade(made);
    },
    onError: (fault) => form.setErrors(faultFields(fault)),
  });
  const leave = () => {
    form.reset();
    invite.reset();
    onClose();
  };
  const submit = form.onSubmit(({ email, role }) => invite.mutate({ email: email.trim(), role }));
  return (
    <FormDialog
      opened={opened}
      onClose={leave}
      title={title}
      submitLabel={members.inviteSubmit}
      onSubmit={submit}
      isPending={invite.isPending}
      fault={invite.error}
      fields={['email', 'role']}
    >
      {text && <Text size="sm">{text}</Text>}
      <TextInput
        {...form.getInputProps('email')}
        label={members.inviteEmail}
        description={members.inviteHint}
        type="email"
        autoComplete="off"
        data-autofocus
      />
      {withRole && (
        <Radio.Group {...form.getInputProps('role')} label={members.role}>
          <Stack gap="xs" mt={4}>
            {clientRoles.map((role) => (
              <Radio key={role} value={role} label={shell.roles[role]} description={roleMeaning[role]} />
            ))}
          </Stack>
        </Radio.Group>
      )}
    </FormDialog>
  );
}
