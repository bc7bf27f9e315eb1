import { inLanguage } from './language.ts';

const count = (number: number, one: string, many: string) =>
  `${number.toLocaleString('en')} ${number === 1 ? one : many}`;

/** Words of links to a candidate, of the page that they open, and of the sheet for the panel. */
export const shareTexts = inLanguage('shareTexts', {
  nameless: 'Candidate',
  namesHidden: 'The name is hidden on purpose.',
  noCv: 'No CV was compared with a job yet.',
  noSpeech: 'No recording was scored yet.',
  scale: 'Scores go from 0 to 5',
  page: {
    tab: 'Shared candidate',
    loading: 'Loading the candidate',
    by: (name: string, client: string) => `${name} of ${client} shows you this candidate.`,
    until: 'You can read it until',
    files: 'Files',
    print: 'Print',
    save: (title: string) => `Save ${title}`,
    gone: 'This link does not work',
    goneText:
      'It has expired, was taken back, or was not copied whole. Ask the person who sent it for a new one.',
  },
  panel: {
    title: (who: string) => `For the panel: ${who}`,
    back: 'Back to the candidate',
    hideName: 'Hide the name',
    print: 'Print',
    notes: 'Your notes',
  },
  section: {
    title: 'Shared with',
    hint: 'A link shows CV evidence and scores, read-only and without an account. Notes and contacts are not shown.',
    none: 'No link yet.',
    make: 'Make a link',
    makeTitle: 'Show this candidate to another person',
    note: 'Who is it for?',
    noteHint: 'Only your team sees this.',
    days: 'It works for',
    dayChoices: (days: number) => count(days, 'day', 'days'),
    hidesNames: 'Hide the name (blind review)',
    mayDownload: 'Allow saving the CV',
    do: 'Make the link',
    made: 'Link to the candidate',
    once: 'Copy it now and send it. It cannot be shown again.',
    close: 'Done',
    states: { active: 'Active', expired: 'Expired', revoked: 'Taken back' },
    unnamed: 'Without a note',
    opened: (times: number) => `opened ${count(times, 'time', 'times')}, last`,
    never: 'not opened yet',
    until: 'until',
    blind: 'name hidden',
    files: 'CV can be saved',
    revoke: 'Take back',
    revokeLabel: (note: string) => `Take back the link for ${note}`,
  },
});
