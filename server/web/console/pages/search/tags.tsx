import { Badge, Group } from '@mantine/core';
import type { PersonRow } from '../../../../modules/console/search/contract.ts';

/** Tags as badges; those that are lists stand out. */
export function Tags({ tags, lists }: Pick<PersonRow, 'tags' | 'lists'>) {
  if (tags.length === 0) return <>–</>;
  return (
    <Group gap={4} component="span">
      {tags.map((tag) => (
        <Badge key={tag} size="sm" color={lists.includes(tag) ? 'indigo' : 'gray'} tt="none">
          {tag}
        </Badge>
      ))}
    </Group>
  );
}
