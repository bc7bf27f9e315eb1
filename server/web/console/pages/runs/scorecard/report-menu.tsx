import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconDownload, IconExternalLink, IconFileText } from '@tabler/icons-react';
import { type ReportReader, reportLanguages } from '../../../../../domain/report/types.ts';
import { addressOf } from '../../../api/client.ts';
import { useClientId, useIsSample } from '../../../api/session.ts';
import { scorecardTexts } from '../../../texts/scorecard.ts';
import { languageName } from '../languages.ts';

const words = scorecardTexts.reports;

interface ReportMenuProps {
  runId: string;
  reader: ReportReader;
}

/** One reader's report of a run: in a tab of its own or as a file, in each language that there is. */
export function ReportMenu({ runId, reader }: ReportMenuProps) {
  const clientId = useClientId();
  const isSample = useIsSample();
  const address = (language: (typeof reportLanguages)[number], format: 'html' | 'pdf') =>
    addressOf('GET /clients/:clientId/runs/:runId/report', {
      params: { clientId, runId },
      query: { for: reader, language, format },
    });
  // A report is made of a run, which samples are not.
  if (isSample) return null;
  return (
    <Menu>
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<IconFileText size={17} aria-hidden />}
          rightSection={<IconChevronDown size={14} aria-hidden />}
        >
          {words.names[reader]}
        </Button>
      </Menu.Target>
      <Menu.Dropdown maw={300}>
        <Menu.Label>{words.contents[reader]}</Menu.Label>
        {reportLanguages.map((language) => (
          <Menu.Item
            key={language}
            component="a"
            href={address(language, 'html')}
            target="_blank"
            leftSection={<IconExternalLink size={16} aria-hidden />}
          >
            {words.open(languageName(language))}
          </Menu.Item>
        ))}
        {reportLanguages.map((language) => (
          <Menu.Item
            key={language}
            component="a"
            href={address(language, 'pdf')}
            download
            leftSection={<IconDownload size={16} aria-hidden />}
          >
            {words.download(languageName(language))}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
