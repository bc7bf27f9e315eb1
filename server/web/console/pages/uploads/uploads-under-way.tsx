import { Anchor, Group, Loader, Text } from '@mantine/core';
import { Link } from 'react-router';
import { uploadTexts } from '../../texts/uploads.ts';
import { useSender } from './use-sender.ts';

/** In the navigation, on every page: files that are still being sent. */
export function UploadsUnderWay({ clientId, onNavigate }: { clientId: string; onNavigate: () => void }) {
  const { count } = useSender(clientId);
  if (count === 0) return null;
  return (
    <Anchor
      component={Link}
      to={`/c/${clientId}/uploads`}
      onClick={onNavigate}
      px="sm"
      py={6}
      display="block"
    >
      <Group gap="xs" wrap="nowrap" role="status">
        <Loader size={14} aria-hidden />
        <Text size="sm">{uploadTexts.underWay(count)}</Text>
      </Group>
    </Anchor>
  );
}
