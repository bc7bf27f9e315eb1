import { Stack, Text } from '@mantine/core';
import type { CertifiedRun } from '../../../../modules/console/deletions/contract.ts';
import { Section } from '../../components/section.tsx';
import { deletionTexts as words } from '../../texts/retention.ts';
import classes from './certificate.module.css';

/** Hashes by which the holder of a copy can tell that its original was deleted here. */
export function DeletedHashes({ runs }: { runs: readonly CertifiedRun[] }) {
  return (
    <Section title={words.hashes}>
      <Stack gap="md">
        {runs.map(({ runId, files, resultSha256 }) => (
          <div key={runId}>
            <Text size="sm" fw={550} className={classes.hash!}>
              {runId}
            </Text>
            <dl className={classes.hashes}>
              {[...files, ...(resultSha256 ? [{ name: words.result, sha256: resultSha256 }] : [])].map(
                ({ name, sha256 }) => (
                  <div key={name}>
                    <dt>{name}</dt>
                    <dd className={classes.hash}>{sha256}</dd>
                  </div>
                ),
              )}
            </dl>
          </div>
        ))}
      </Stack>
    </Section>
  );
}
