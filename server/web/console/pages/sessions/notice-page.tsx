import { Button, Group, Select, Skeleton, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { limits } from '../../../../config/limits.ts';
import type { InterviewNotice } from '../../../../modules/console/interview-settings/contract.ts';
import { useChange } from '../../api/changes.ts';
import { reading } from '../../api/reads.ts';
import { useClientId, useRights } from '../../api/session.ts';
import { DateTime } from '../../components/date-time.tsx';
import { faultFields, isAboutFields } from '../../components/fault.ts';
import { FaultAlert } from '../../components/fault-alert.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Section } from '../../components/section.tsx';
import { sessionTexts } from '../../texts/sessions.ts';
import { languageName } from '../runs/languages.ts';
import { NoticeText } from './notice-text.tsx';

const { notice: words } = sessionTexts;
type Language = (typeof limits.languages)[number];

/** What candidates are told before an interview, and what the client adds. */
export function NoticePage() {
  const clientId = useClientId();
  const may = useRights();
  const [language, setLanguage] = useState<Language>('en');
  const query = useQuery(
    reading('GET /clients/:clientId/interview-notice', { params: { clientId }, query: { language } }),
  );
  return (
    <>
      <PageHeader title={words.title} description={words.description} />
      <Stack gap="lg" maw="52rem">
        <Select
          label={words.language}
          data={limits.languages.map((code) => ({ value: code, label: languageName(code) }))}
          value={language}
          allowDeselect={false}
          onChange={(value) => setLanguage((value ?? 'en') as Language)}
          maw="20rem"
        />
        <FaultAlert fault={query.error} onRetry={() => void query.refetch()} />
        {query.isPending && <Skeleton height={320} />}
        {query.data && may('PUT /clients/:clientId/interview-notice') && (
          <OwnSection key={`${language} ${query.data.version}`} notice={query.data} language={language} />
        )}
        {query.data && (
          <Section title={words.preview} description={words.previewHint}>
            <NoticeText notice={query.data.preview} />
          </Section>
        )}
      </Stack>
    </>
  );
}

function OwnSection({ notice, language }: { notice: InterviewNotice; language: Language }) {
  const clientId = useClientId();
  const change = useChange();
  const [contact, setContact] = useState(notice.contact ?? '');
  const [privacyUrl, setPrivacyUrl] = useState(notice.privacyUrl ?? '');
  const [text, setText] = useState(notice.texts[language] ?? '');
  const saving = useMutation({
    mutationFn: () => {
      const { [language]: _, ...others } = notice.texts;
      const texts = text.trim() === '' ? others : { ...others, [language]: text.trim() };
      return change('PUT /clients/:clientId/interview-notice', {
        params: { clientId },
        query: { language },
        body: { contact: contact.trim() || null, privacyUrl: privacyUrl.trim() || null, texts },
      });
    },
    onSuccess: () => notifications.show({ message: words.saved, color: 'green' }),
  });
  const faults = faultFields(saving.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    saving.mutate();
  };
  return (
    <Section title={words.yours}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <TextInput
            label={words.contact}
            description={words.contactHint}
            value={contact}
            onChange={(event) => setContact(event.currentTarget.value)}
            error={faults.contact}
          />
          <TextInput
            label={words.privacyUrl}
            type="url"
            placeholder="https://example.com/privacy"
            value={privacyUrl}
            onChange={(event) => setPrivacyUrl(event.currentTarget.value)}
            error={faults.privacyUrl}
          />
          <Textarea
            label={`${words.text} (${languageName(language)})`}
            description={words.textHint}
            autosize
            minRows={3}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            error={faults[`texts.${language}`]}
          />
          {!isAboutFields(saving.error, ['contact', 'privacyUrl', `texts.${language}`]) && (
            <FaultAlert fault={saving.error} />
          )}
          <Group justify="space-between">
            <Text size="sm" c="dimmed">
              {notice.version > 0 && (
                <>
                  {words.version(notice.version)} <DateTime value={notice.changedAt} />
                </>
              )}
            </Text>
            <Button type="submit" loading={saving.isPending}>
              {words.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}
