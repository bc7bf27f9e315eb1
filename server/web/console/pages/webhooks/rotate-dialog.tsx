import { Button, Group, Modal, Select, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { NewSecret } from '../../../../modules/console/webhooks/contract.ts';
import { FaultAlert } from '../../components/fault-alert.tsx';
import { SecretOnce } from '../../components/secret-once.tsx';
import { common } from '../../texts/common.ts';
import { webhookTexts } from '../../texts/webhooks.ts';

const { secret: words } = webhookTexts;
const overlaps = Object.entries(words.overlaps).map(([value, label]) => ({ value, label }));

interface RotateDialogProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  action: string;
  onRotate: (wanted: { overlapHours: number }) => Promise<NewSecret>;
  onRotated?: () => void;
}

/** Asks how long the old secret goes on signing, then shows the new one, this once. */
export function RotateDialog({ opened, onClose, title, action, onRotate, onRotated }: RotateDialogProps) {
  const [overlapHours, setOverlapHours] = useState('24');
  const rotation = useMutation({
    mutationFn: () => onRotate({ overlapHours: Number(overlapHours) }),
    onSuccess: () => onRotated?.(),
  });
  const leave = () => {
    onClose();
    rotation.reset();
  };
  const made = rotation.data;
  return (
    <Modal
      opened={opened}
      onClose={leave}
      title={made ? words.madeTitle : title}
      size="lg"
      closeButtonProps={{ 'aria-label': common.close }}
      // A secret that is shown once must not go away by a click beside it.
      closeOnClickOutside={!made}
      closeOnEscape={!made}
    >
      {made ? (
        <SecretOnce label={words.label} value={made.secret} onDone={leave}>
          <Text size="xs" c="dimmed">
            {words.verifyHint('X-CVDM-Signature')}
          </Text>
        </SecretOnce>
      ) : (
        <Stack>
          <Select
            label={words.overlap}
            description={words.overlapHint}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            data={overlaps}
            value={overlapHours}
            onChange={(hours) => hours && setOverlapHours(hours)}
            allowDeselect={false}
          />
          <FaultAlert fault={rotation.error} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={leave}>
              {common.cancel}
            </Button>
            <Button onClick={() => rotation.mutate()} loading={rotation.isPending} data-autofocus>
              {action}
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}
