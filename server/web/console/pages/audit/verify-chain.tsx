import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconAlertOctagon, IconShieldCheck } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useChange } from '../../api/changes.ts';
import { CopyValue } from '../../components/copy-value.tsx';
import { FaultAlert } from '../../components/fault-alert.tsx';
import { audit } from '../../texts/audit.ts';

export function useAuditVerification() {
  const change = useChange();
  return useMutation({ mutationFn: () => change('POST /installation/audit/verify') });
}

type Verification = ReturnType<typeof useAuditVerification>;

export function VerifyButton({ verification }: { verification: Verification }) {
  return (
    <Button
      leftSection={<IconShieldCheck size={16} aria-hidden />}
      loading={verification.isPending}
      onClick={() => verification.mutate()}
    >
      {audit.verify}
    </Button>
  );
}

/** What the proof of the chain found; nothing before it was asked for. */
export function VerifyResult({ verification: { data, error } }: { verification: Verification }) {
  if (error) return <FaultAlert fault={error} />;
  if (!data) return null;
  const { isIntact, entries, head, brokenAt, reason } = data;
  return (
    <Alert
      role="status"
      color={isIntact ? 'green' : 'red'}
      icon={isIntact ? <IconShieldCheck aria-hidden /> : <IconAlertOctagon aria-hidden />}
      title={isIntact ? audit.verifiedTitle : audit.brokenTitle}
    >
      <Stack gap="xs" align="flex-start">
        <Text size="sm">
          {isIntact ? audit.verified(entries) : brokenAt !== null && audit.brokenAt(brokenAt)}
        </Text>
        {reason && <Text size="sm">{reason}</Text>}
        {head && (
          <div style={{ maxWidth: '100%' }}>
            <Text size="xs">{audit.head}</Text>
            <CopyValue value={head} />
          </div>
        )}
      </Stack>
    </Alert>
  );
}
