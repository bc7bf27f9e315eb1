import { Button, Paper } from '@mantine/core';
import { type Icon, IconBuildingOff, IconLock, IconMapOff, IconUserQuestion } from '@tabler/icons-react';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { EmptyState } from '../components/empty-state.tsx';
import { common } from '../texts/common.ts';
import { shell } from '../texts/shell.ts';

const kinds = {
  'not-found': { icon: IconMapOff, ...shell.notFound },
  'no-client': { icon: IconBuildingOff, ...shell.noClient },
  'no-role': { icon: IconLock, title: shell.noRole.title, text: shell.noRole.textOwner },
  'no-membership': { icon: IconUserQuestion, ...shell.noMembership },
} satisfies Record<string, { icon: Icon; title: string; text: string }>;

interface PlainPageProps {
  kind: keyof typeof kinds;
  text?: string;
}

/** Instead of a page: why there is none, and the way on. */
export function PlainPage({ kind, text }: PlainPageProps) {
  const { icon, title, text: usual } = kinds[kind];
  useEffect(() => {
    document.title = `${title} · ${common.product}`;
  }, [title]);
  return (
    <Paper withBorder>
      <EmptyState
        icon={icon}
        title={title}
        order={1}
        action={
          kind !== 'no-membership' && (
            <Button variant="default" component={Link} to="/">
              {shell.notFound.back}
            </Button>
          )
        }
      >
        {text ?? usual}
      </EmptyState>
    </Paper>
  );
}

export const NotFound = () => <PlainPage kind="not-found" />;
