import { Alert, SimpleGrid, Skeleton, Stack } from '@mantine/core';
import { usePerson } from '../../api/session.ts';
import { FaultAlert } from '../../components/fault-alert.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { accountTexts } from '../../texts/account.ts';
import { useAccount } from './account-queries.ts';
import { PasswordSection } from './password-section.tsx';
import { ProfileSection } from './profile-section.tsx';
import { SessionsSection } from './sessions-section.tsx';
import { TotpSection } from './totp-section.tsx';

/** One's own account: name, password, second factor, and the browsers that are signed in. */
export function AccountPage() {
  const account = useAccount();
  const { mustAddSecondFactor } = usePerson();
  return (
    <>
      <PageHeader title={accountTexts.title} description={accountTexts.description} />
      {mustAddSecondFactor && (
        <Alert color="yellow" title={accountTexts.totp.requiredTitle} mb="lg">
          {accountTexts.totp.required}
        </Alert>
      )}
      <FaultAlert fault={account.error} onRetry={() => account.refetch()} mb="lg" />
      {account.isPending && (
        <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
          <Skeleton height={260} />
          <Skeleton height={260} />
        </SimpleGrid>
      )}
      {account.data && (
        <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
          <Stack gap="lg">
            <ProfileSection account={account.data} />
            <PasswordSection account={account.data} />
          </Stack>
          <Stack gap="lg">
            <TotpSection account={account.data} />
            <SessionsSection />
          </Stack>
        </SimpleGrid>
      )}
    </>
  );
}
