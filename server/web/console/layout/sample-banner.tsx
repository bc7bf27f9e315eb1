import { Alert, Button, Group, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router';
import { useChange } from '../api/changes.ts';
import { useIsSample, useRights } from '../api/session.ts';
import { sampleTexts as words } from '../texts/samples.ts';

/** Above every page of a sample candidate, on paper, too: that it is one, and the way to be rid of them. */
export function SampleBanner() {
  const { clientId = '' } = useParams();
  const isSample = useIsSample();
  const may = useRights(clientId);
  const change = useChange();
  const navigate = useNavigate();
  const remove = useMutation({
    mutationFn: () => change('DELETE /clients/:clientId/samples', { params: { clientId } }),
    onSuccess: () => navigate(`/c/${clientId}/candidates`),
  });
  if (!isSample) return null;
  return (
    <Alert color="grape" title={words.mark} mb="lg">
      <Group justify="space-between" gap="sm">
        <Text size="sm" flex="1 1 18rem">
          {words.banner}
        </Text>
        {may('DELETE /clients/:clientId/samples') && (
          <Button
            variant="default"
            size="xs"
            data-print="hide"
            loading={remove.isPending}
            onClick={() => remove.mutate()}
            leftSection={<IconX size={15} aria-hidden />}
          >
            {words.remove}
          </Button>
        )}
      </Group>
    </Alert>
  );
}
