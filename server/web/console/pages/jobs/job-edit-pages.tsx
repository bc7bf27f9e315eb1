import { Skeleton } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router';
import { useChange } from '../../api/changes.ts';
import { reading } from '../../api/reads.ts';
import { useClientId } from '../../api/session.ts';
import { FaultAlert } from '../../components/fault-alert.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { jobTexts } from '../../texts/jobs.ts';
import { type Draft, draftOf, emptyDraft, sentOf } from './editor/draft.ts';
import { JobEditor } from './editor/job-editor.tsx';

const { editor: words } = jobTexts;

/** A job from nothing. */
export function NewJobPage() {
  const clientId = useClientId();
  const navigate = useNavigate();
  const send = useChange();
  const creation = useMutation({
    mutationFn: (draft: Draft) =>
      send('POST /clients/:clientId/jobs', { params: { clientId }, body: sentOf(draft) }),
    onSuccess: (job) => {
      notifications.show({ message: words.created, color: 'green' });
      navigate(`/c/${clientId}/jobs/${job.id}`, { replace: true });
    },
  });
  return (
    <>
      <PageHeader title={words.newTitle} back={{ to: `/c/${clientId}/jobs`, label: jobTexts.job.back }} />
      <JobEditor
        initial={emptyDraft()}
        saveLabel={words.saveNew}
        onSave={creation.mutate}
        onCancel={() => navigate(`/c/${clientId}/jobs`)}
        isSaving={creation.isPending}
        fault={creation.error}
      />
    </>
  );
}

/** A job's next version. */
export function EditJobPage() {
  const clientId = useClientId();
  const { jobId = '' } = useParams();
  const navigate = useNavigate();
  const send = useChange();
  const at = `/c/${clientId}/jobs/${jobId}`;
  const params = { clientId, jobId };
  const query = useQuery(reading('GET /clients/:clientId/jobs/:jobId', { params }));
  const job = query.data;
  const change = useMutation({
    mutationFn: (draft: Draft) =>
      send('PATCH /clients/:clientId/jobs/:jobId', { params, body: sentOf(draft) }),
    onSuccess: (changed) => {
      const isNew = changed.version !== job?.version;
      notifications.show({ message: isNew ? words.saved(changed.version) : words.unchanged, color: 'green' });
      navigate(at, { replace: true });
    },
  });
  const title = job ? job.title || job.positionId || jobTexts.untitled : '';
  return (
    <>
      <PageHeader title={words.editTitle(title)} back={{ to: at, label: title || jobTexts.job.back }} />
      <FaultAlert fault={query.error} onRetry={() => void query.refetch()} />
      {query.isPending && <Skeleton height={480} radius="md" />}
      {job && (
        <JobEditor
          initial={draftOf(job)}
          jobId={jobId}
          saveLabel={words.save}
          onSave={change.mutate}
          onCancel={() => navigate(at)}
          isSaving={change.isPending}
          fault={change.error}
        />
      )}
    </>
  );
}
