import type { AskedCertificate, AskedThing } from './asked-text.ts';
import { quotesOf } from './evidence.ts';
import { findCertificate, passagesCertifying, spokenName } from './find-certificate.ts';
import { findThing } from './find-thing.ts';
import { mostShort, type Part, quoted } from './part.ts';
import type { Passage } from './passage-index.ts';
import type { Reading } from './reading.ts';

export function judgeCertificate(thing: AskedThing, asked: AskedCertificate, reading: Reading): Part {
  if (!asked.known) return judgeOtherCertificate(thing, reading);
  const { holding, passages, instead } = findCertificate(asked.known, asked.orEquivalent, reading);
  const what = spokenName(asked.known);
  const evidence = quotesOf(passages);
  switch (holding) {
    case 'held':
      return { met: 'yes', score: 1, reason: `The CV names ${what}.`, evidence };
    case 'begun':
      return {
        met: 'partly',
        score: mostShort,
        reason: `The CV names ${what}, but not as held now.`,
        evidence,
      };
    case 'equivalent':
      return {
        met: 'partly',
        score: mostShort,
        reason: `The CV does not mention ${what}, but ${instead}, which may be equivalent.`,
        evidence,
      };
    case 'denied':
      return { met: 'no', score: 0, reason: `The CV itself says that ${what} is missing.`, evidence };
    default: {
      const named = passagesNaming(asked.known.name, reading);
      if (named.length === 0)
        return { met: 'no', score: 0, reason: `The CV does not mention ${what}.`, evidence: [] };
      const reason = `The CV names ${bareName(asked.known.name)}, but does not mention ${what}.`;
      return { met: 'partly', score: mostShort, reason, evidence: quotesOf(named) };
    }
  }
}

const bareName = (certificate: string) =>
  certificate.replace(/ (?:certificate|certified|accreditation)$/, '');

/** Of a certificate in a tool or a standard ("ITIL certificate"), which can be known without it. */
function passagesNaming(certificate: string, { index }: Reading): Passage[] {
  const bare = bareName(certificate);
  if (bare === certificate || !/^\p{Lu}\p{Ll}*\p{Lu}|^\p{Lu}{2}|^Azure|^Tableau|^Salesforce/u.test(bare))
    return [];
  return index.mentionsOf(index.phraseOf(bare)).map(({ passage }) => passage);
}

/** One that the list does not have: the work alone is no proof of it. */
function judgeOtherCertificate(thing: AskedThing, reading: Reading): Part {
  const what = quoted(thing.phrase);
  const stems = reading.index.phraseOf(thing.phrase).stems;
  const certifying = passagesCertifying(stems, reading);
  if (certifying.length > 0)
    return {
      met: 'yes',
      score: 1,
      reason: `The CV names a certificate: ${what}.`,
      evidence: quotesOf(certifying),
    };
  const found = findThing(thing, reading);
  const isPractised =
    (found.shown === 'named' || found.shown === 'in words') &&
    found.passages.some(({ position }) => position !== null);
  if (isPractised)
    return {
      met: 'partly',
      score: mostShort,
      reason: `The CV shows ${what}, but does not mention a certificate in it.`,
      evidence: quotesOf(found.passages),
    };
  const evidence = found.shown === 'denied' ? quotesOf(found.passages) : [];
  const reason =
    found.shown === 'denied'
      ? `The CV itself says that ${what} is missing.`
      : `The CV does not mention a certificate in ${what}.`;
  return { met: 'no', score: 0, reason, evidence };
}
