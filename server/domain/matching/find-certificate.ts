import {
  type Certificate,
  certificatesIn,
  certificateWords,
  covers,
  ofCertificates,
  wordsOfLicences,
} from '../certificates/certificates.ts';
import type { Passage, PassageIndex, Zone } from './passage-index.ts';
import type { Reading } from './reading.ts';

/** Whether the candidate holds a certificate: `begun` while in progress or run out, `practised` where only the work is told of. */
export type Holding = 'held' | 'denied' | 'begun' | 'equivalent' | 'practised' | 'none';

export interface CertificateHeld {
  holding: Holding;
  passages: Passage[];
  /** Name of the other certificate, for `equivalent`. */
  instead: string;
}

interface Mention {
  certificate: Certificate;
  passage: Passage;
  isBegun: boolean;
}

/** In the clause around it or straight behind it. */
const begun =
  /\b(?:pursuing|in progress|candidate|expected|studying|preparing|enrol+ed|working (?:towards?|on)|sitting|scheduled|planned|part[- ]qualified|eligible|expired|lapsed|inactive|to be completed|\d of \d)\b/i;
/** Of another person: "reported to the CPA", "five RNs", "with CPAs". */
const ofOthers =
  /\b(?:supervis\w*|manag\w*|assist\w*|support\w*|hir\w+|recruit\w*|report\w*|work\w* (?:with|under|alongside)|team of|between|under|coordinat\w*|assign\w*|other|several|oversee\w*|oversaw|delegat\w*|help\w*|serv\w+ as liaison|communicat\w*|collaborat\w*|teach\w*|taught|prepar\w+ students?|\d+|two|three|four|five)\b[^,;.]{0,40}$/i;
const listing: ReadonlySet<Zone> = new Set<Zone>(['certificates']);
const own: ReadonlySet<Zone> = new Set<Zone>(['certificates', 'title', 'headline', 'skills', 'education']);

const known = new WeakMap<PassageIndex, Mention[]>();

/** Of a CV, each passage and certificate once; read out of it once. */
function mentionsIn(index: PassageIndex): Mention[] {
  let mentions = known.get(index);
  if (!mentions) {
    mentions = index.passages.flatMap((passage, at) => mentionsOf(passage, index.passages[at + 1]));
    known.set(index, mentions);
  }
  return mentions;
}

function mentionsOf(passage: Passage, next: Passage | undefined): Mention[] {
  const { claimed, zone } = passage;
  // A name may go on in the next line.
  const goesOn = next && next.zone === zone && next.position === passage.position && !/[.;!?]$/.test(claimed);
  const text = goesOn ? `${claimed} ${next.claimed}` : claimed;
  return certificatesIn(text, listing.has(zone)).flatMap(({ certificate, start, end }) => {
    if (start >= claimed.length) return [];
    const isOthers =
      !own.has(zone) &&
      (ofOthers.test(text.slice(0, start)) ||
        /^s\b/.test(text.slice(end)) ||
        /s$/.test(text.slice(start, end).replace(/[a-z]{3,}s$/, '')));
    // "CPA firm", "CPA review course".
    if (
      isOthers ||
      /^[ -](?:firms?|offices?|clients?|review|candidates? for|students?|exams? for|applications?)\b/i.test(
        text.slice(end),
      )
    )
      return [];
    const clause =
      /[^,;.|•]*$/.exec(text.slice(0, start))![0] + text.slice(start, end + 40).split(/[;|•]|\.\s/, 1)[0]!;
    return [{ certificate, passage, isBegun: begun.test(clause) }];
  });
}

export function findCertificate(
  asked: Certificate,
  orEquivalent: boolean,
  reading: Reading,
): CertificateHeld {
  const found = (holding: Holding, list: readonly Mention[], instead = ''): CertificateHeld => ({
    holding,
    passages: [...new Set(list.map(({ passage }) => passage))],
    instead,
  });
  const mentions = mentionsIn(reading.index);
  const held = mentions.filter(({ certificate }) => covers(certificate, asked));
  const sure = held.filter(({ isBegun }) => !isBegun);
  if (sure.length > 0) return found('held', sure);
  if (held.length > 0) return found('begun', held);
  const worded = passagesLicensing(asked, reading);
  if (worded.length > 0) return { holding: 'held', passages: worded, instead: '' };
  const denied = mentionsIn(reading.denials).filter(({ certificate }) => covers(certificate, asked));
  if (denied.length > 0) return found('denied', denied);
  const others = mentions.filter(({ certificate, isBegun }) => certificate.field === asked.field && !isBegun);
  if (orEquivalent && others.length > 0) return found('equivalent', others, others[0]!.certificate.name);
  return found('none', []);
}

/** "Licensed forklift driver", "Commercial Driver's License, Class A": a licence's words in another order, in one part of a line. */
function passagesLicensing(asked: Certificate, { index }: Reading): Passage[] {
  const names = wordsOfLicences(asked);
  if (names.length === 0) return [];
  return index.passages.filter(
    ({ claimed, zone }) =>
      own.has(zone) &&
      claimed.split(/[;|•]|\.\s|,(?!\s*(?:class|categor))/i).some((part) => {
        const inPart = new Set(certificateWords(part));
        return !begun.test(part) && names.some((words) => words.every((word) => inPart.has(word)));
      }),
  );
}

/** Of a certificate that the list does not have: its words in a line that speaks of certificates. */
export function passagesCertifying(stems: readonly string[], { index }: Reading): Passage[] {
  if (stems.length === 0) return [];
  return index.passages.filter((passage, at) => {
    const isCertificate = passage.zone === 'certificates' || ofCertificates.test(passage.claimed);
    const inLine = index.stemsIn(at);
    return isCertificate && stems.every((stem) => inLine.has(stem)) && !begun.test(passage.claimed);
  });
}

/** The holder is called by it: "a CPA". */
const persons = /^(?:RN|LPN|CNA|EMT|PE|EIT)$/;
const kindNamed =
  /licen[cs]e|certificate|certified|diploma|registration|accountant|rating|belt|clearance|auditor|card|agent|engineer|check/i;

/** As a recruiter says it: "a CPA", "an OSHA 30 certificate". */
export function spokenName({ name, field }: Certificate): string {
  const plain = name.replace(/ \(.*\)$/, '');
  const whole =
    field === 'money' || persons.test(plain) || kindNamed.test(plain) ? plain : `${plain} certificate`;
  const first =
    /^\p{Lu}\p{Ll}+ \p{Ll}/u.test(whole) &&
    !/^(?:Google|Azure|Tableau|Salesforce|Autodesk|Adobe|Montessori|Goethe|Cambridge|Praxis) /.test(whole)
      ? whole[0]!.toLowerCase() + whole.slice(1)
      : whole;
  return /^(?:[AEFHILMNORSX](?=[A-Z0-9&]|$)|[aeio](?=[a-z]))/.test(first) ? `an ${first}` : `a ${first}`;
}
