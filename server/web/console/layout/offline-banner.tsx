import { Affix, Loader, Paper, Text } from '@mantine/core';
import { useEffect } from 'react';
import { useIsOffline } from '../api/use-is-offline.ts';
import { shell } from '../texts/shell.ts';

/** Says once for all pages that the server does not answer, and goes when it does. Until then nothing moves (global.css). */
export function OfflineBanner() {
  const isOffline = useIsOffline();
  useEffect(() => {
    document.documentElement.toggleAttribute('data-offline', isOffline);
  }, [isOffline]);
  return (
    <div role="status">
      {isOffline && (
        <Affix position={{ bottom: 16, left: 16, right: 16 }} data-print="hide">
          <Paper className="assay-offline" shadow="lg" withBorder maw={560} mx="auto" px="md" py="sm">
            <Loader size={18} aria-hidden />
            <Text size="sm">
              <strong>{shell.offline.title}</strong> {shell.offline.text}
            </Text>
          </Paper>
        </Affix>
      )}
    </div>
  );
}
