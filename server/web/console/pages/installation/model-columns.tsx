import { Badge, Code, Group, Stack, Text, Tooltip } from '@mantine/core';
import type { ModelInfo } from '../../../../modules/console/installation/contract.ts';
import { CopyValue } from '../../components/copy-value.tsx';
import type { Column } from '../../components/data-table.tsx';
import { formatSize } from '../../components/format.ts';
import { ToneBadge } from '../../components/status-badge.tsx';
import { modelsTexts } from '../../texts/installation.ts';

/** @param advised the id of the one that is recommended */
const name = (advised?: string): Column<ModelInfo> => ({
  key: 'model',
  title: modelsTexts.model,
  isName: true,
  sortBy: ({ id }) => id,
  render: ({ id, title, source, state, inUse, fault }) => (
    <Stack gap={2}>
      <Group gap={6}>
        <span>{id}</span>
        {(state === 'installed' || state === 'shipped') && inUse && (
          <ToneBadge tone="positive">{modelsTexts.chosen}</ToneBadge>
        )}
        {state === 'damaged' && <ToneBadge tone="negative">{modelsTexts.damaged}</ToneBadge>}
        {id === advised && <ToneBadge tone="info">{modelsTexts.recommended}</ToneBadge>}
      </Group>
      <Text size="xs" c={fault ? 'var(--mantine-color-error)' : 'dimmed'} fw={400} title={source}>
        {fault ?? title}
      </Text>
    </Stack>
  ),
});

/** Figures with their units stay on one line. */
const Unbroken = ({ children }: { children: string }) => (
  <span style={{ whiteSpace: 'nowrap' }}>{children}</span>
);

const licence: Column<ModelInfo> = {
  key: 'licence',
  title: modelsTexts.licence,
  render: ({ licence: text }) => text || '–',
};

const size: Column<ModelInfo> = {
  key: 'size',
  title: modelsTexts.size,
  align: 'end',
  sortBy: ({ sizeBytes }) => sizeBytes,
  render: ({ sizeBytes, sizeIsRough }) => {
    if (sizeBytes === null) return '–';
    const text = sizeIsRough ? modelsTexts.about(formatSize(sizeBytes)) : formatSize(sizeBytes);
    return <Unbroken>{text}</Unbroken>;
  },
};

/** @param known languages that the interface accepts */
const languages = (known: readonly string[]): Column<ModelInfo> => ({
  key: 'languages',
  title: modelsTexts.languages,
  render: ({ languages: codes }) => {
    const ours = known.filter((code) => codes.includes(code));
    if (ours.length === 0) return modelsTexts.anyLanguage;
    if (ours.length < known.length) return ours.join(', ');
    return (
      <Tooltip label={ours.join(', ')}>
        <Badge color="gray" tabIndex={0}>
          {modelsTexts.allLanguages(ours.length)}
        </Badge>
      </Tooltip>
    );
  },
});

const hash: Column<ModelInfo> = {
  key: 'hash',
  title: modelsTexts.hash,
  render: ({ files }) => {
    const [first, ...others] = files;
    if (!first) return '–';
    if (others.length === 0) return <Hash {...first} />;
    return (
      <details>
        <summary>
          <Text span size="sm">
            {modelsTexts.hashes(files.length)}
          </Text>
        </summary>
        <Stack gap={2} mt={4} align="flex-start">
          {files.map((file) => (
            <Group key={file.path} gap={6}>
              <Text size="xs" c="dimmed">
                {file.path}
              </Text>
              <Hash {...file} />
            </Group>
          ))}
        </Stack>
      </details>
    );
  },
};

function Hash({ path, sha256 }: ModelInfo['files'][number]) {
  return <CopyValue value={sha256} shown={`${sha256.slice(0, 12)}…`} label={modelsTexts.copyHash(path)} />;
}

const needs: Column<ModelInfo> = {
  key: 'needs',
  title: modelsTexts.needs,
  render: ({ needs: of }) => (of ? <Unbroken>{modelsTexts.needsText(of.cores, of.memoryGb)}</Unbroken> : '–'),
};

const command = (isOffline: boolean): Column<ModelInfo> => ({
  key: 'command',
  title: modelsTexts.command,
  // Commands are for a terminal, which a phone hardly has.
  hideNarrow: true,
  render: ({ id }) =>
    isOffline ? (
      <Code>{modelsTexts.importIt}</Code>
    ) : (
      <CopyValue value={modelsTexts.pull(id)} label={modelsTexts.copyCommand} />
    ),
});

/** What each list of models shows. */
export const modelColumns = {
  here: (known: readonly string[], advised?: string) => [
    name(advised),
    licence,
    languages(known),
    size,
    hash,
  ],
  available: (known: readonly string[], isOffline: boolean, advised?: string) => [
    name(advised),
    licence,
    languages(known),
    size,
    needs,
    command(isOffline),
  ],
};
