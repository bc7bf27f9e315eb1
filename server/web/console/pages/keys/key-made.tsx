import { Code, Modal, Stack, Text } from '@mantine/core';
import type { KeyMade } from '../../../../modules/console/keys/contract.ts';
import { SecretOnce } from '../../components/secret-once.tsx';
import { keysTexts } from '../../texts/keys.ts';

interface KeyMadeDialogProps {
  /** Undefined: closed. */
  made: KeyMade | undefined;
  title: string;
  onClose: () => void;
}

/** The one moment in which a key is shown. A click beside the dialog does not end it. */
export function KeyMadeDialog({ made, title, onClose }: KeyMadeDialogProps) {
  return (
    <Modal
      opened={made !== undefined}
      onClose={onClose}
      title={title}
      size="lg"
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      {made && (
        <SecretOnce label={keysTexts.madeLabel} value={made.apiKey} onDone={onClose}>
          <Stack gap={6} mt="xs">
            <Text size="sm" c="dimmed">
              {keysTexts.tryIt}
            </Text>
            <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
              {`curl ${window.location.origin}/api/v1/credits \\\n  -H "X-API-Key: ${made.apiKey}"`}
            </Code>
          </Stack>
        </SecretOnce>
      )}
    </Modal>
  );
}
