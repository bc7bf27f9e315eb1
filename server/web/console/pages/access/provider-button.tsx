import { Button, Divider } from '@mantine/core';
import { IconLogin2 } from '@tabler/icons-react';
import type { SessionAnswer } from '../../../../modules/console/sign-in/contract.ts';
import { accessTexts } from '../../texts/access.ts';
import { providerAddress } from './next-page.ts';

interface ProviderButtonProps {
  provider: SessionAnswer['oidc'];
  /** Where single sign-on is to come back to. */
  next: string;
}

/** The way to the installation's provider; nothing where there is none. */
export function ProviderButton({ provider, next }: ProviderButtonProps) {
  if (!provider) return null;
  const { signIn } = accessTexts;
  return (
    <>
      <Divider label={signIn.or} />
      <Button
        component="a"
        href={providerAddress(next)}
        variant="default"
        size="md"
        fullWidth
        leftSection={<IconLogin2 size={18} aria-hidden />}
      >
        {signIn.withProvider(provider.label)}
      </Button>
    </>
  );
}
