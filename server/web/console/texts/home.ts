import { inLanguage } from './language.ts';

const count = (number: number, one: string, many: string) =>
  `${number.toLocaleString('en')} ${number === 1 ? one : many}`;

/** Words of the start page of recruiters. */
export const homeTexts = inLanguage('homeTexts', {
  title: 'Home',
  description: 'What came in and waits for a decision, and where new files go.',
  review: {
    title: 'To review',
    description: 'Candidates without a decision, with the last news first.',
    all: 'All candidates',
    empty: 'No candidate waits for a decision',
    emptyText: 'Candidates who send a CV or speak in an interview appear here.',
  },
  jobs: {
    title: 'Open jobs',
    all: 'All jobs',
    create: 'New job',
    none: 'No job is open.',
    matched: (number: number) => (number === 0 ? 'no CV yet' : count(number, 'CV', 'CVs')),
    best: (score: string) => `best ${score}`,
  },
});

/** Words of the first steps, in the order in which people need them. */
export const firstStepsTexts = inLanguage('firstStepsTexts', {
  title: 'First steps',
  done: 'done',
  open: 'not yet done',
  descriptions: {
    recruiting: 'To the first decision on a candidate.',
    developers: 'To the first scorecard, and on to those of your own program.',
    operator: 'Until others can work with this installation.',
  },
  steps: {
    job: {
      title: 'Describe a job',
      text: 'Say what the position asks for. CVs are then ranked by it, each verdict with a quote.',
      link: 'New job',
    },
    upload: {
      title: 'Upload CVs and recordings',
      text: 'Drop them above, many at once. You see what it costs before anything is spent.',
      link: 'To the uploads',
    },
    interview: {
      title: 'Invite to an interview',
      text: 'A program asks your questions and writes down the answers. You can skip this.',
      link: 'To the invitations',
    },
    decide: {
      title: 'Decide on a candidate',
      text: 'Open one below: CV, scores and answers are on one page, and the decision is beside them.',
      link: 'To the candidates',
    },
    recogniser: {
      title: 'Install a recogniser',
      text: 'Nothing can be heard without one. The page of models says which, and how.',
      link: 'To the models',
    },
    credits: {
      title: 'Add credits',
      text: 'Every recording and every CV costs some; without them all is refused. Owners of this installation add them.',
      link: 'To the credits',
    },
    recording: {
      title: 'Try a recording in the playground',
      text: 'A scorecard in a few minutes, without any program.',
      link: 'To the playground',
    },
    key: {
      title: 'Create an API key',
      text: 'Your program sends it with every request. It is shown once. To group what it sends, make a project first.',
      link: 'To the API keys',
    },
    program: {
      title: 'Send a recording from your program',
      text: 'Replace the key and the file, keep the rest.',
      link: '',
    },
    client: {
      title: 'Create a client',
      text: 'A company or a department that works by itself: with its own people, candidates, keys and credits.',
      link: 'To the clients',
    },
    people: {
      title: 'Invite a colleague',
      text: 'Recruiters and admins are invited on the client’s page of members, other owners here.',
      link: 'To the people',
    },
    backup: {
      title: 'Have backups made',
      text: 'What is on this disk alone is lost with it. The page says what to set, and shows the first backup.',
      link: 'To the backups',
    },
  },
  runCommand: (origin: string) =>
    `curl ${origin}/api/v1/speech/analyze \\\n  -H "X-API-Key: YOUR_KEY" \\\n  -F audio=@interview.mp3`,
});

/** Words of the operator's start page, about the machine. */
export const machineTexts = inLanguage('machineTexts', {
  title: 'This machine',
  storage: 'Storage',
  updates: 'Updates',
  healthy: 'Ready',
  notHealthy: 'Needs attention',
  checks: (well: number, all: number) => `${well} of ${all} checks passed`,
  languages: (number: number) => count(number, 'language', 'languages'),
  languagesNote: 'can be recognised now',
  noRecogniser: 'No recogniser',
  noRecogniserNote: 'recordings cannot be heard',
  backups: { timely: 'In time', late: 'Late', none: 'None yet', off: 'Off' },
  lastBackup: 'last one',
  noBackup: 'no backup has been made',
  free: (size: string) => `${size} free`,
  ofDisk: (size: string) => `of ${size}`,
  people: (number: number) => count(number, 'person', 'people'),
  openInvites: (number: number) => count(number, 'open invitation', 'open invitations'),
  noInvites: 'no open invitation',
  version: (version: string) => `Assay ${version}`,
  versionNote: 'How to update: docs/upgrade.md',
});
