import { Button, Skeleton, Stack, Switch, Text } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearchParams } from 'react-router';
import { reading } from '../../api/reads.ts';
import { useClientId } from '../../api/session.ts';
import { FaultAlert } from '../../components/fault-alert.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { shareTexts } from '../../texts/shares.ts';
import { Sheet } from './sheet.tsx';

const { panel: words, nameless } = shareTexts;
/** Lines to write on, on paper. */
const LINES = 6;

/** A candidate on paper for those who decide together, with room for their own notes. */
export function PanelPage() {
  const clientId = useClientId();
  const { candidateId = '' } = useParams();
  const [search, setSearch] = useSearchParams();
  const names = search.get('names') !== 'false';
  const query = useQuery(
    reading('GET /clients/:clientId/candidates/:candidateId/sheet', {
      params: { clientId, candidateId },
      query: { names },
    }),
  );
  const sheet = query.data;
  return (
    <>
      <PageHeader
        title={words.title(sheet?.name ?? nameless)}
        back={{ to: `/c/${clientId}/candidates/${candidateId}`, label: words.back }}
        actions={
          <>
            <Switch
              label={words.hideName}
              checked={!names}
              onChange={(event) =>
                setSearch(event.currentTarget.checked ? { names: 'false' } : {}, { replace: true })
              }
            />
            <Button onClick={() => window.print()} leftSection={<IconPrinter size={16} aria-hidden />}>
              {words.print}
            </Button>
          </>
        }
      />
      <FaultAlert fault={query.error} onRetry={() => void query.refetch()} />
      {query.isPending && <Skeleton height={420} radius="md" />}
      {sheet && (
        <Stack gap="lg">
          <Sheet sheet={sheet} />
          <section aria-label={words.notes}>
            <Text size="sm" fw={550}>
              {words.notes}
            </Text>
            {Array.from({ length: LINES }, (_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
              <div key={index} style={{ height: 32, borderBottom: '1px solid var(--assay-line)' }} />
            ))}
          </section>
        </Stack>
      )}
    </>
  );
}
