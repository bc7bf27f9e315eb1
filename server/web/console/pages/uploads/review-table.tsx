import { Checkbox, Select, Text, TextInput } from '@mantine/core';
import { limits } from '../../../../config/limits.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { DateTime } from '../../components/date-time.tsx';
import { formatSize } from '../../components/format.ts';
import { uploadTexts } from '../../texts/uploads.ts';
import type { languageChoices } from '../hearing/language-choices.ts';
import type { Chosen } from './use-chosen.ts';

const { review: words, kinds } = uploadTexts;

/** A chosen file, and what is said of it. */
export interface Reviewed {
  chosen: Chosen;
  isSent: boolean;
  /** Of a recording. */
  candidate: string;
  /** Null until one is chosen. */
  language: string | null;
}

interface ReviewTableProps {
  rows: readonly Reviewed[];
  languages: ReturnType<typeof languageChoices>;
  firstLanguage: string;
  onChange: (row: Reviewed, said: Partial<Omit<Reviewed, 'chosen'>>) => void;
}

/** The files of an upload, each with whether it is sent, whose it is and in which language. */
export function ReviewTable({ rows, languages, firstLanguage, onChange }: ReviewTableProps) {
  const send: Column<Reviewed> = {
    key: 'send',
    title: words.columns.send,
    hideTitle: true,
    isNarrow: true,
    render: (row) => (
      <Checkbox
        aria-label={words.send(row.chosen.file.name)}
        checked={row.isSent}
        onChange={(event) => onChange(row, { isSent: event.currentTarget.checked })}
      />
    ),
  };
  const whose: Column<Reviewed> = {
    key: 'whose',
    title: words.columns.whose,
    render: (row) =>
      row.chosen.kind === 'cv' ? (
        <Text size="sm" c="dimmed">
          {words.inCv}
        </Text>
      ) : (
        <TextInput
          size="xs"
          aria-label={words.whose(row.chosen.file.name)}
          placeholder={words.whoseHint}
          value={row.candidate}
          maxLength={limits.uploadLists.maxCandidateChars}
          autoComplete="off"
          onChange={(event) => onChange(row, { candidate: event.currentTarget.value })}
        />
      ),
  };
  const language: Column<Reviewed> = {
    key: 'language',
    title: words.columns.language,
    render: (row) =>
      row.chosen.kind === 'cv' ? (
        '–'
      ) : (
        <Select
          size="xs"
          aria-label={words.language(row.chosen.file.name)}
          data={languages}
          value={row.language ?? firstLanguage}
          onChange={(value) => value && onChange(row, { language: value })}
          allowDeselect={false}
          searchable
          w={130}
        />
      ),
  };
  const hasRecordings = rows.some(({ chosen }) => chosen.kind === 'recording');
  return (
    <DataTable
      label={words.table}
      columns={hasRecordings ? [send, file, whose, language] : [send, file]}
      rows={rows}
      rowKey={(row) => String(rows.indexOf(row))}
      empty={null}
    />
  );
}

const file: Column<Reviewed> = {
  key: 'file',
  title: words.columns.file,
  isName: true,
  render: ({ chosen: { file, kind, known, isTwice } }) => (
    <div style={{ minWidth: 0, maxWidth: 320 }}>
      <Text size="sm" fw={550} truncate title={file.name}>
        {file.name}
      </Text>
      <Text size="xs" c="dimmed" fw={400}>
        {kinds[kind]} · {formatSize(file.size)}
        {(known || isTwice) && ' · '}
        {known ? <KnownText known={known} /> : isTwice && words.twice}
      </Text>
    </div>
  ),
};

function KnownText({ known }: { known: NonNullable<Chosen['known']> }) {
  const [before, after] = words.known('\n', known.person?.name ?? null).split('\n');
  return (
    <>
      {before}
      <DateTime value={known.createdAt} style="date" />
      {after}
    </>
  );
}
