import { Stack, Text } from '@mantine/core';
import type { SessionDetails } from '../../../../modules/console/sessions/contract.ts';

type Notice = NonNullable<NonNullable<SessionDetails['consent']>['notice']>;

/** What candidates are told, word for word. */
export const NoticeText = ({ notice: { language, sections, agree } }: { notice: Notice }) => (
  <Stack gap="sm" lang={language} dir="auto">
    {sections.map(({ title, paragraphs }) => (
      <div key={title}>
        <Text size="sm" fw={600}>
          {title}
        </Text>
        {paragraphs.map((paragraph) => (
          <Text key={paragraph} size="sm">
            {paragraph}
          </Text>
        ))}
      </div>
    ))}
    <Text size="sm" fs="italic">
      {agree}
    </Text>
  </Stack>
);
