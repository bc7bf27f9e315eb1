import { Center, Loader } from '@mantine/core';
import { common } from '../texts/common.ts';

/** Before anything is known: only at the first load. */
export function PageLoading() {
  return (
    <Center mih="100dvh">
      <Loader type="dots" aria-label={common.loading} />
    </Center>
  );
}
