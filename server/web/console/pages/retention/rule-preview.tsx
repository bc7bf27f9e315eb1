import { Alert, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { DateTime } from '../../components/date-time.tsx';
import { FaultAlert } from '../../components/fault-alert.tsx';
import { retentionTexts as words } from '../../texts/retention.ts';
import type { usePreview } from './retention-queries.ts';

interface RulePreviewProps {
  preview: ReturnType<typeof usePreview>;
  /** Rules that keep everything delete nothing. */
  isAsked: boolean;
}

/** What the next round would delete under this rule. */
export function RulePreview({ preview: { data, error }, isAsked }: RulePreviewProps) {
  if (!isAsked) return null;
  if (error) return <FaultAlert fault={error} />;
  return (
    <div role="status">
      {!data || data.runs === 0 ? (
        <Text size="sm" c="dimmed">
          {data ? words.deletesNothing : words.looking}
        </Text>
      ) : (
        <Alert color="red" icon={<IconTrash aria-hidden />} title={words.deletes(data.runs)}>
          {words.oldest} <DateTime value={data.oldestEndedAt} style="date" />. {words.deletesHint}
        </Alert>
      )}
    </div>
  );
}
