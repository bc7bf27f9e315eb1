import { Button, Modal } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { SecretOnce } from '../../components/secret-once.tsx';
import { accountTexts } from '../../texts/account.ts';
import { common } from '../../texts/common.ts';

interface RecoveryCodesDialogProps {
  /** Undefined: closed. */
  codes: string[] | undefined;
  email: string;
  onClose: () => void;
}

/** New recovery codes, to copy or to download. A click beside the dialog does not lose them. */
export function RecoveryCodesDialog({ codes, email, onClose }: RecoveryCodesDialogProps) {
  const { recovery } = accountTexts;
  const text = codes?.join('\n') ?? '';
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`${recovery.fileHead(email)}\n\n${text}\n`)}`;
  return (
    <Modal
      opened={codes !== undefined}
      onClose={onClose}
      title={recovery.title}
      closeOnClickOutside={false}
      closeOnEscape={false}
      closeButtonProps={{ 'aria-label': common.close }}
    >
      <SecretOnce label={recovery.label} value={text} hint={recovery.hint} onDone={onClose}>
        <div>
          <Button
            component="a"
            href={file}
            download={recovery.fileName}
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
          >
            {recovery.download}
          </Button>
        </div>
      </SecretOnce>
    </Modal>
  );
}
