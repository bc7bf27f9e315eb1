import { limits } from '../../../config/limits.ts';
import { inLanguage } from './language.ts';

const count = (number: number, one: string, many: string) =>
  `${number.toLocaleString('en')} ${number === 1 ? one : many}`;

const uploadedPool = inLanguage('uploadedPool', 'Uploaded CVs');

/** What people call a pool: Assay's own has a name for people beside its id. */
export const poolName = (corpusId: string): string =>
  corpusId === limits.search.poolId ? uploadedPool : corpusId;

/** Words of CV search: corpora, a new search, whom it found. */
export const searchTexts = inLanguage('searchTexts', {
  title: 'CV search',
  description:
    'Which of your candidates suit a position? Choose a pool, and read for each why they were found.',
  newSearch: 'New search',
  noTitle: 'Untitled position',
  inlineJob: 'Typed for this search',
  back: 'CV search',
  tabs: { searches: 'Searches', corpora: 'Pools' },
  names: {
    show: 'Show names',
    hint: 'Names and places never count for a score. Hidden, they cannot sway you either.',
  },
  more: (people: number) => `Show ${people} more`,
  person: (externalId: string) => `Candidate ${externalId}`,
  columns: {
    position: 'Position',
    corpus: 'Pool',
    found: 'People',
    submitted: 'Searched',
    status: 'Status',
    candidates: 'Candidates',
    ready: 'Ready',
    changed: 'Changed',
    candidate: 'Candidate',
    headline: 'Headline',
    tags: 'Tags',
  },
  filters: { search: 'Search by position or pool' },
  found: (found: number, searched: number) =>
    `${found.toLocaleString('en')} of ${searched.toLocaleString('en')}`,
  empty: {
    title: 'No searches yet',
    body: 'Choose a job of the catalogue or type what you look for; the answer takes a second or two.',
    filtered: 'No search fits',
    filteredBody: 'Change what you look for to see more.',
    corporaTitle: 'No candidates yet',
    corporaBody:
      'Every CV that you upload can be found here. Your applicant system can send candidates, too: POST /api/v1/cvds/candidates, each corpus_id is a pool.',
    guide: 'Interface description',
  },
  corpus: {
    all: 'All ready',
    ready: (share: string) => `${share} ready`,
    pending: (number: number) =>
      `${count(number, 'candidate is', 'candidates are')} still being prepared. Until then they are found by words, not by meaning.`,
    failed: (number: number) =>
      `${count(number, 'candidate', 'candidates')} could not be prepared and are found by words only.`,
    showFailed: 'Show them',
    candidates: (number: number) => count(number, 'candidate', 'candidates'),
    search: 'Search this pool',
    find: 'Find by external id (the whole of it)',
    status: 'Preparation',
    anyStatus: 'Any',
    statuses: { pending: 'Waiting', embedded: 'Ready', failed: 'Failed' },
    tag: 'Tag or list',
    anyTag: 'Any',
    tagOf: (tag: string, candidates: number) => `${tag} (${candidates.toLocaleString('en')})`,
    none: 'No candidates',
    noneBody: 'They come by the API; see the interface description.',
    noneFiltered: 'No candidate fits these filters',
    noneFilteredBody: 'Remove one of them to see more.',
    changed: 'Changed',
  },
  candidate: {
    delete: 'Delete',
    deleteTitle: 'Delete this candidate?',
    deleteBody:
      'The CV, its index and what searches found of this person are deleted at once. Send the candidate again to have them back.',
    deleted: 'The candidate is deleted.',
    experience: 'Experience',
    education: 'Education',
    skills: 'Skills',
    languages: 'Languages',
    certificates: 'Certificates',
    summary: 'Summary',
    text: 'Further text',
    metadata: 'Metadata',
    present: 'present',
    location: 'Location',
    list: 'list',
    unlist: (list: string) => `Take off the list ${list}`,
    hidden: 'Name and places are hidden.',
  },
  editor: {
    title: 'New search',
    where: 'Where to search',
    corpus: 'Pool',
    chooseCorpus: 'Choose a pool',
    corpusOf: (pool: string, candidates: number) =>
      `${pool} · ${count(candidates, 'candidate', 'candidates')}`,
    tags: 'Only people with all of these tags or lists',
    musts: 'Only people who miss no must-have',
    mustsHint:
      'Leaves out people of whom a must-have is found not to be met. Where the CV says nothing, they stay.',
    limit: 'How many people',
    what: 'What to look for',
    modeLabel: 'Where the requirements come from',
    modes: { job: 'A job of the catalogue', typed: 'Type requirements' },
    job: 'Job',
    chooseJob: 'Choose a job',
    noJobs: 'The catalogue has no active job. Type the requirements, or create a job first.',
    about: 'Description',
    aboutHint: 'A sentence or the whole advertisement. Its first line names the search.',
    aboutPlaceholder: 'Accountant\nCloses the books of a group of companies every month.',
    needed: 'Say something of whom you look for: a description, or at least one requirement.',
    start: 'Search',
    cost: (credits: number) => `Costs ${count(credits, 'credit', 'credits')}, charged once it is finished.`,
  },
  result: {
    loading: 'CV search',
    again: 'Change and search again',
    export: 'Export CSV',
    queued: 'Waiting in the queue',
    queuedAt: (position: number) => `Number ${position} in the queue`,
    underWay: 'Searching',
    underWayBody: 'It takes a second or two.',
    failed: 'This search failed',
    failedBody: 'Nothing was charged.',
    gone: 'The results are no longer kept',
    goneBody: 'They were removed under this client’s retention settings.',
    nobody: 'No candidates found',
    nobodyBody: 'No candidate of the pool passes the filters of this search.',
    compared: (compared: number, searched: number) =>
      compared === searched
        ? `All ${count(searched, 'candidate', 'candidates')} were compared with every requirement.`
        : `Of ${searched.toLocaleString('en')} candidates the likeliest ${compared.toLocaleString('en')} were compared with every requirement.`,
    filteredBy: 'Filtered by',
    onlyMusts: 'no must-have missed',
    warnings: 'What to know about this search',
    /** What the server writes is English: other languages say so. */
    serverLanguage: '',
    method: 'Method',
    took: 'Took',
    when: 'Searched',
    corpus: 'Pool',
    job: 'Job',
    people: 'People',
    shown: (shown: number, all: number) =>
      shown === all ? count(all, 'person', 'people') : `${shown} of ${count(all, 'person', 'people')}`,
    nobodyShown: 'No candidate passes what you chose on the left.',
    rank: (rank: number) => `Rank ${rank}`,
    score: (score: string) => `Score ${score} of 100`,
    choose: (who: string) => `Choose ${who}`,
    open: 'Show every requirement',
    close: 'Show less',
    missing: 'Not met:',
    read: 'Read CV',
    known: (share: string) => `${share} of what matters is said in the CV`,
    noQuotes: 'The CV says nothing about this.',
    asked: 'What was asked for',
  },
  facets: {
    title: 'Narrow down',
    score: 'Score',
    scores: { 0: 'Any', 40: '40+', 60: '60+', 80: '80+' },
    met: 'Who meets',
    metOf: (met: number, all: number) => `${met} of ${all}`,
    orPartly: 'Count “partly met”, too',
    tags: 'Tags and lists',
    clear: 'Clear',
  },
  chosen: {
    label: 'What to do with those chosen',
    count: (number: number) => `${number} chosen`,
    clear: 'Clear',
    compare: 'Compare side by side',
    tooMany: (most: number) => `At most ${most} fit side by side.`,
    save: 'Save as list …',
  },
  compare: { title: 'Side by side', requirement: 'Requirement', score: 'Score', reasons: 'In short' },
  list: {
    title: 'Save as list',
    body: (people: number) => `${count(people, 'person is', 'people are')} put on the list.`,
    name: 'Name of the list',
    nameHint: 'An existing one or a new one. It is a tag of the pool: later searches can be limited to it.',
    missing: 'Give the list a name.',
    save: 'Save',
    saved: (changed: number, name: string) =>
      changed === 0
        ? `All of them were on “${name}” already.`
        : `${count(changed, 'person', 'people')} put on “${name}”.`,
  },
  fields: {
    full_name: 'Name',
    headline: 'Headline',
    summary: 'Summary',
    skills: 'Skills',
    experience: 'Position',
    education: 'Education',
    languages: 'Languages',
    certificates: 'Certificates',
    text: 'Further text',
  } as Readonly<Record<string, string>>,
});
