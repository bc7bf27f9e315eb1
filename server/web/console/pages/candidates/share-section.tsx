import { Button, Checkbox, Group, Modal, Select, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { IconLink } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ShareLinkRow } from '../../../../modules/console/shares/contract.ts';
import { useChange } from '../../api/changes.ts';
import { reading } from '../../api/reads.ts';
import { useClientId, useMay } from '../../api/session.ts';
import { DateTime } from '../../components/date-time.tsx';
import { faultFields } from '../../components/fault.ts';
import { FaultAlert } from '../../components/fault-alert.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { SecretOnce } from '../../components/secret-once.tsx';
import { Section } from '../../components/section.tsx';
import type { Tone } from '../../components/status.ts';
import { ToneBadge } from '../../components/status-badge.tsx';
import { common } from '../../texts/common.ts';
import { shareTexts } from '../../texts/shares.ts';

const { section: words } = shareTexts;
const dayChoices = [1, 7, 14, 30];
const tones: Readonly<Record<ShareLinkRow['state'], Tone>> = {
  active: 'positive',
  expired: 'neutral',
  revoked: 'negative',
};

/** Links that show the candidate to people without an account. */
export function ShareSection({ candidateId }: { candidateId: string }) {
  const clientId = useClientId();
  const change = useChange();
  const mayShare = useMay('POST /clients/:clientId/candidates/:candidateId/links');
  const [isMaking, making] = useDisclosure();
  const params = { clientId, candidateId };
  const query = useQuery(reading('GET /clients/:clientId/candidates/:candidateId/links', { params }));
  const revoke = useMutation({
    mutationFn: (linkId: string) =>
      change('POST /clients/:clientId/candidates/:candidateId/links/:linkId/revoke', {
        params: { ...params, linkId },
      }),
  });
  const links = query.data?.items ?? [];
  return (
    <Section
      title={words.title}
      description={words.hint}
      data-print="hide"
      {...(mayShare && {
        actions: (
          <Button
            size="xs"
            variant="default"
            onClick={making.open}
            leftSection={<IconLink size={15} aria-hidden />}
          >
            {words.make}
          </Button>
        ),
      })}
    >
      <FaultAlert fault={query.error ?? revoke.error} />
      {links.length === 0 && (
        <Text size="sm" c="dimmed">
          {words.none}
        </Text>
      )}
      <Stack gap="sm" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {links.map((link) => (
          <ShareLink
            key={link.id}
            link={link}
            isRevoking={revoke.isPending && revoke.variables === link.id}
            {...(mayShare && { onRevoke: () => revoke.mutate(link.id) })}
          />
        ))}
      </Stack>
      {isMaking && <ShareDialog candidateId={candidateId} onClose={making.close} />}
    </Section>
  );
}

interface ShareLinkProps {
  link: ShareLinkRow;
  isRevoking: boolean;
  /** Missing where it may not be revoked. */
  onRevoke?: () => void;
}

function ShareLink({ link, isRevoking, onRevoke }: ShareLinkProps) {
  return (
    <li>
      <Group justify="space-between" gap="xs" wrap="nowrap" align="flex-start">
        <div style={{ minWidth: 0 }}>
          <Group gap={8}>
            <Text size="sm" fw={550} style={{ overflowWrap: 'anywhere' }}>
              {link.note || words.unnamed}
            </Text>
            <ToneBadge tone={tones[link.state]} size="sm">
              {words.states[link.state]}
            </ToneBadge>
          </Group>
          <Text size="xs" c="dimmed">
            {[link.author, link.hidesNames && words.blind, link.mayDownload && words.files]
              .filter(Boolean)
              .join(' · ')}{' '}
            · {words.until} <DateTime value={link.expiresAt} style="date" /> ·{' '}
            {link.openedAt === null ? (
              words.never
            ) : (
              <>
                {words.opened(link.openings)} <DateTime value={link.openedAt} style="relative" />
              </>
            )}
          </Text>
        </div>
        {onRevoke && link.state === 'active' && (
          <Button
            size="compact-xs"
            variant="subtle"
            flex="none"
            aria-label={words.revokeLabel(link.note || words.unnamed)}
            loading={isRevoking}
            onClick={onRevoke}
          >
            {words.revoke}
          </Button>
        )}
      </Group>
    </li>
  );
}

function ShareDialog({ candidateId, onClose }: { candidateId: string; onClose: () => void }) {
  const clientId = useClientId();
  const change = useChange();
  const form = useForm({ initialValues: { note: '', days: '7', hidesNames: false, mayDownload: false } });
  const make = useMutation({
    mutationFn: ({ days, ...values }: typeof form.values) =>
      change('POST /clients/:clientId/candidates/:candidateId/links', {
        params: { clientId, candidateId },
        body: { ...values, days: Number(days) },
      }),
    onError: (fault) => form.setErrors(faultFields(fault)),
  });
  if (make.data)
    return (
      <Modal
        opened
        onClose={onClose}
        title={words.makeTitle}
        closeButtonProps={{ 'aria-label': common.close }}
        closeOnClickOutside={false}
      >
        <SecretOnce
          label={words.made}
          value={make.data.link}
          hint={words.once}
          onDone={onClose}
          doneLabel={words.close}
        />
      </Modal>
    );
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={words.makeTitle}
      submitLabel={words.do}
      onSubmit={form.onSubmit((values) => make.mutate(values))}
      isPending={make.isPending}
      fault={make.error}
      fields={['note', 'days', 'mayDownload']}
    >
      <TextInput
        label={words.note}
        description={words.noteHint}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('note')}
      />
      <Select
        label={words.days}
        allowDeselect={false}
        data={dayChoices.map((days) => ({ value: String(days), label: words.dayChoices(days) }))}
        {...form.getInputProps('days')}
      />
      <Checkbox
        label={words.hidesNames}
        checked={form.values.hidesNames}
        onChange={(event) => {
          form.setFieldValue('hidesNames', event.currentTarget.checked);
          // The files show the name.
          if (event.currentTarget.checked) form.setFieldValue('mayDownload', false);
        }}
      />
      <Checkbox
        label={words.mayDownload}
        disabled={form.values.hidesNames}
        {...form.getInputProps('mayDownload', { type: 'checkbox' })}
      />
    </FormDialog>
  );
}
