import { Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconDeviceLaptop, IconDeviceMobile } from '@tabler/icons-react';
import type { ConsoleSession } from '../../../../modules/console/account/contract.ts';
import { useChange } from '../../api/changes.ts';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { DateTime } from '../../components/date-time.tsx';
import { FaultAlert } from '../../components/fault-alert.tsx';
import { Section } from '../../components/section.tsx';
import { ToneBadge } from '../../components/status-badge.tsx';
import { accountTexts } from '../../texts/account.ts';
import { useOwnSessions } from './account-queries.ts';
import { browserName } from './browser-name.ts';
import classes from './sessions-section.module.css';

const texts = accountTexts.sessions;

/** The browsers that are signed in, and the way to sign out those that are out of reach. */
export function SessionsSection() {
  const sessions = useOwnSessions();
  return (
    <Section title={texts.title} flush>
      <FaultAlert fault={sessions.error} onRetry={() => sessions.refetch()} />
      {sessions.isPending && (
        <Stack px="lg" pb="md">
          <Skeleton height={36} />
          <Skeleton height={36} />
        </Stack>
      )}
      <ul className={classes.list}>
        {sessions.data?.items.map((session) => (
          <SessionItem key={session.id} session={session} />
        ))}
      </ul>
    </Section>
  );
}

function SessionItem({ session }: { session: ConsoleSession }) {
  const change = useChange();
  const { browser, system, isMobile } = browserName(session.userAgent);
  const name =
    browser && system ? texts.browserOn(browser, system) : (browser ?? system ?? texts.unknownBrowser);
  const Device = isMobile ? IconDeviceMobile : IconDeviceLaptop;
  const end = () => change('DELETE /account/sessions/:sessionId', { params: { sessionId: session.id } });
  return (
    <li className={classes.item}>
      <Device size={22} stroke={1.5} color="var(--mantine-color-dimmed)" aria-hidden />
      <div className={classes.what}>
        <Group gap="xs">
          <Text size="sm" fw={550} {...(session.userAgent && { title: session.userAgent })}>
            {name}
          </Text>
          {session.isCurrent && (
            <ToneBadge tone="positive" size="sm" icon={null}>
              {texts.current}
            </ToneBadge>
          )}
        </Group>
        <Text size="xs" c="dimmed" data-figures>
          {session.ipAddress && `${session.ipAddress} · `}
          {texts.lastSeen} <DateTime value={session.lastSeenAt} style="relative" />
        </Text>
      </div>
      {!session.isCurrent && (
        <ConfirmButton
          label={texts.end}
          title={texts.endTitle}
          confirmLabel={texts.end}
          onConfirm={end}
          buttonProps={{ size: 'xs' }}
        >
          {texts.endText(name)}
        </ConfirmButton>
      )}
    </li>
  );
}
