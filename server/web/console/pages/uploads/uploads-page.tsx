import { Stack } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { useClientId, useMay } from '../../api/session.ts';
import { PageHeader } from '../../components/page-header.tsx';
import { uploadTexts } from '../../texts/uploads.ts';
import { HearingNote } from '../hearing/hearing-note.tsx';
import { UploadLists } from './upload-lists.tsx';
import { UploadPanel } from './upload-panel.tsx';

/** Where recordings and CVs come in, and how far they are. */
export function UploadsPage() {
  const clientId = useClientId();
  const [search] = useSearchParams();
  const mayUpload = useMay('POST /clients/:clientId/uploads');
  return (
    <>
      <PageHeader title={uploadTexts.title} description={uploadTexts.description} />
      <Stack gap="lg">
        <HearingNote />
        {mayUpload && <UploadPanel key={clientId} firstJobId={search.get('job')} />}
        <UploadLists />
      </Stack>
    </>
  );
}
