import {
  Button,
  Group,
  SegmentedControl,
  Select,
  Skeleton,
  Stack,
  Switch,
  TagsInput,
  Text,
  Textarea,
} from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { limits } from '../../../../config/limits.ts';
import { asksForExperience, type Requirements } from '../../../../domain/requirements/types.ts';
import type { NewSearch } from '../../../../modules/console/search/contract.ts';
import { useChange } from '../../api/changes.ts';
import { reading } from '../../api/reads.ts';
import { useClientId } from '../../api/session.ts';
import { FaultAlert } from '../../components/fault-alert.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Section } from '../../components/section.tsx';
import { common } from '../../texts/common.ts';
import { jobTexts } from '../../texts/jobs.ts';
import { poolName, searchTexts } from '../../texts/search.ts';
import { type Draft, draftOf, emptyDraft, faultAt, isStillEmpty, sentOf } from '../jobs/editor/draft.ts';
import { labelOf } from '../jobs/editor/fault-labels.ts';
import { RequirementsForm } from '../jobs/editor/requirements-form.tsx';
import { useJobCheck } from '../jobs/editor/use-job-check.ts';
import { WeightsPanel } from '../jobs/editor/weights-panel.tsx';
import classes from '../jobs/jobs.module.css';
import { RequirementsSummary } from '../jobs/requirements-summary.tsx';

const { editor: words } = searchTexts;

interface Asked {
  corpusId: string | null;
  mode: 'job' | 'typed';
  jobId: string | null;
  draft: Draft;
  tags: string[];
  musts: boolean;
  limit: number;
}

/** Where to search and what for. `from` in the address is an earlier search that is changed. */
export function NewSearchPage() {
  const clientId = useClientId();
  const [search] = useSearchParams();
  const from = search.get('from');
  const earlier = useQuery({
    ...reading('GET /clients/:clientId/searches/:runId', { params: { clientId, runId: from ?? '' } }),
    enabled: from !== null,
  });
  const initial: Asked = {
    corpusId: search.get('corpus'),
    mode: 'job',
    jobId: search.get('job'),
    draft: emptyDraft(),
    tags: [],
    musts: false,
    limit: limits.search.results.default,
  };
  const asked: Asked | undefined = earlier.data && {
    corpusId: earlier.data.corpusId,
    mode: earlier.data.job.id === null ? 'typed' : 'job',
    jobId: earlier.data.job.id,
    draft: draftOf({ ...earlier.data, positionId: null }),
    tags: earlier.data.filters.tags,
    musts: earlier.data.filters.requireMinimalQualifications,
    limit: earlier.data.limit,
  };
  return (
    <>
      <PageHeader
        title={words.title}
        back={{
          to: from ? `/c/${clientId}/cv-search/${from}` : `/c/${clientId}/cv-search`,
          label: searchTexts.back,
        }}
      />
      <FaultAlert fault={earlier.error} onRetry={() => void earlier.refetch()} />
      {from !== null && earlier.isPending ? (
        <Skeleton height={480} radius="md" />
      ) : (
        <SearchEditor initial={asked ?? initial} />
      )}
    </>
  );
}

function SearchEditor({ initial }: { initial: Asked }) {
  const clientId = useClientId();
  const navigate = useNavigate();
  const change = useChange();
  const params = { clientId };
  const [asked, setAsked] = useState(initial);
  const set = (changes: Partial<Asked>) => setAsked((before) => ({ ...before, ...changes }));
  const { data: corpora } = useQuery(reading('GET /clients/:clientId/corpora', { params }));
  const { data: client } = useQuery(reading('GET /clients/:clientId', { params }));
  // With one corpus there is nothing to choose.
  const [only, ...others] = corpora?.items ?? [];
  const corpusId = asked.corpusId ?? (only && others.length === 0 ? only.corpusId : null);

  const isTyped = asked.mode === 'typed';
  const { shown, isSaid, isSound } = useTyped(clientId, asked.draft);
  const isReady = corpusId !== null && (isTyped ? isSaid && isSound : asked.jobId !== null);

  const start = useMutation({
    mutationFn: (body: NewSearch) => change('POST /clients/:clientId/searches', { params, body }),
    onSuccess: ({ id }) => navigate(`/c/${clientId}/cv-search/${id}`),
  });
  const { description, config } = sentOf(asked.draft);
  const submit = () =>
    start.mutate({
      corpusId: corpusId!,
      jobId: isTyped ? null : asked.jobId,
      description: isTyped ? String(description) : '',
      config: isTyped ? config : {},
      filters: { tags: asked.tags, requireMinimalQualifications: asked.musts },
      limit: asked.limit,
    });
  return (
    <div className={classes.editor}>
      <Stack gap="lg">
        <WhereSection
          corpusId={corpusId}
          corpora={(corpora?.items ?? []).map((one) => ({
            value: one.corpusId,
            label: words.corpusOf(poolName(one.corpusId), one.candidates),
          }))}
          asked={asked}
          onChange={set}
        />
        <WhatSection asked={asked} onChange={set} />
        {isTyped && (
          <RequirementsForm
            draft={asked.draft}
            onChange={(changes) => set({ draft: { ...asked.draft, ...changes } })}
            faultOf={(path) => faultAt(Object.fromEntries(shown), path)}
          />
        )}
      </Stack>
      <Stack gap="md" className={classes.side ?? ''}>
        {isTyped && <WeightsPanel requirements={asked.draft.requirements} />}
        {isTyped && shown.length > 0 && <Faults faults={shown} />}
        <FaultAlert fault={start.error} />
        {isTyped && !isSaid && (
          <Text size="sm" c="dimmed">
            {words.needed}
          </Text>
        )}
        <Text size="sm" c="dimmed">
          {words.cost(client?.prices.cvSearch ?? limits.prices.cvSearch)}
        </Text>
        <Group grow>
          <Button variant="default" onClick={() => navigate(-1)}>
            {common.cancel}
          </Button>
          <Button onClick={submit} disabled={!isReady} loading={start.isPending}>
            {words.start}
          </Button>
        </Group>
      </Stack>
    </div>
  );
}

/** What is wrong with typed requirements, and whether anything is asked for at all. */
function useTyped(clientId: string, draft: Draft) {
  const { check, isChecking } = useJobCheck(clientId, draft, undefined);
  // A search needs no description.
  const faults = Object.fromEntries(
    Object.entries(check?.faults ?? {}).filter(([path]) => path.startsWith('config')),
  );
  const shown = Object.entries(faults).filter(([path]) => !isStillEmpty(draft, path));
  const isSaid = draft.description.trim() !== '' || asksForAnything(draft.requirements);
  return { shown, isSaid, isSound: Object.keys(faults).length === 0 && !isChecking };
}

function Faults({ faults }: { faults: readonly [string, string][] }) {
  return (
    <ul className={classes.faults}>
      {faults.map(([path, sentence]) => (
        <li key={path}>{jobTexts.editor.fault(labelOf(path), sentence)}</li>
      ))}
    </ul>
  );
}

interface WhatSectionProps {
  asked: Asked;
  onChange: (changes: Partial<Asked>) => void;
}

function WhatSection({ asked, onChange }: WhatSectionProps) {
  return (
    <Section title={words.what}>
      <Stack gap="md">
        <SegmentedControl
          aria-label={words.modeLabel}
          value={asked.mode}
          onChange={(mode) => onChange({ mode: mode as Asked['mode'] })}
          data={[
            { value: 'job', label: words.modes.job },
            { value: 'typed', label: words.modes.typed },
          ]}
        />
        {asked.mode === 'typed' ? (
          <Textarea
            label={words.about}
            description={words.aboutHint}
            placeholder={words.aboutPlaceholder}
            autosize
            minRows={3}
            maxRows={14}
            value={asked.draft.description}
            onChange={(event) =>
              onChange({ draft: { ...asked.draft, description: event.currentTarget.value } })
            }
          />
        ) : (
          <JobChoice jobId={asked.jobId} onChange={(jobId) => onChange({ jobId })} />
        )}
      </Stack>
    </Section>
  );
}

interface WhereSectionProps {
  corpusId: string | null;
  corpora: { value: string; label: string }[];
  asked: Asked;
  onChange: (changes: Partial<Asked>) => void;
}

function WhereSection({ corpusId, corpora, asked, onChange }: WhereSectionProps) {
  const clientId = useClientId();
  const { data: corpus } = useQuery({
    ...reading('GET /clients/:clientId/corpora/:corpusId', {
      params: { clientId, corpusId: corpusId ?? '' },
    }),
    enabled: corpusId !== null,
  });
  return (
    <Section title={words.where}>
      <Stack gap="md">
        <Select
          label={words.corpus}
          placeholder={words.chooseCorpus}
          searchable
          allowDeselect={false}
          required
          data={corpora}
          value={corpusId}
          // Tags are those of a corpus.
          onChange={(chosen) => onChange({ corpusId: chosen, tags: [] })}
        />
        <TagsInput
          label={words.tags}
          data={(corpus?.tags ?? []).map(({ tag }) => tag)}
          maxTags={limits.tags.maxCount}
          value={asked.tags}
          onChange={(tags) => onChange({ tags })}
        />
        <Switch
          label={words.musts}
          description={words.mustsHint}
          checked={asked.musts}
          onChange={(event) => onChange({ musts: event.currentTarget.checked })}
        />
        <div>
          <Text size="sm" fw={500} id="how-many" mb={4}>
            {words.limit}
          </Text>
          <SegmentedControl
            aria-labelledby="how-many"
            value={String(asked.limit)}
            onChange={(limit) => onChange({ limit: Number(limit) })}
            data={['20', '50', '100', '200']}
          />
        </div>
      </Stack>
    </Section>
  );
}

function JobChoice({ jobId, onChange }: { jobId: string | null; onChange: (jobId: string | null) => void }) {
  const clientId = useClientId();
  const { data: jobs } = useQuery(
    reading('GET /clients/:clientId/jobs', { params: { clientId }, query: { limit: 100 } }),
  );
  const { data: job } = useQuery({
    ...reading('GET /clients/:clientId/jobs/:jobId', { params: { clientId, jobId: jobId ?? '' } }),
    enabled: jobId !== null,
  });
  if (jobs?.items.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {words.noJobs}
      </Text>
    );
  }
  return (
    <>
      <Select
        label={words.job}
        placeholder={words.chooseJob}
        searchable
        required
        allowDeselect={false}
        data={(jobs?.items ?? []).map(({ id, title, positionId }) => ({
          value: id,
          label: [title || jobTexts.untitled, positionId].filter(Boolean).join(' · '),
        }))}
        value={jobId}
        onChange={onChange}
      />
      {job && <RequirementsSummary config={job.config} />}
    </>
  );
}

/** Whether there is any requirement to compare people with. */
const asksForAnything = (asked: Requirements): boolean =>
  asksForExperience(asked.workExperience) ||
  asked.education.is_enabled ||
  [
    ...asked.minimal_qualifications,
    ...asked.preferable_qualifications,
    ...(asked.industries_config ?? []),
    ...asked.skills.hard_skills,
    ...asked.skills.soft_skills,
    ...asked.skills.language_skills_config,
  ].length > 0;
