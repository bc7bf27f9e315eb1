import type { MatchScore, RequirementScore } from './types.ts';

/** "Education" is no name; "IT" and "FMCG" are. */
const withinSentence = (name: string) =>
  /^\p{Lu}\p{Ll}/u.test(name) ? name[0]!.toLowerCase() + name.slice(1) : name;

const maxNamed = 4;

/** What speaks for, what against and what is open, the most important first. */
export function summarise(
  score: number,
  cap: MatchScore['cap'],
  requirements: readonly RequirementScore[],
): string {
  if (requirements.length === 0) return 'The job names no requirements, so there is nothing to score.';
  const named = (met: RequirementScore['met']) => {
    const list = requirements
      .filter((one) => one.met === met)
      .toSorted((a, b) => b.importance - a.importance)
      .map(({ kind, name }) => (kind === 'industry' ? `experience in ${withinSentence(name)}` : name));
    const more = list.length - maxNamed;
    return list.slice(0, maxNamed).join('; ') + (more > 0 ? `; ${more} more` : '');
  };
  const met = requirements.filter((one) => one.met === 'yes').length;
  const lines = [
    `${met} of ${requirements.length} requirements are met (score ${score} of 100).`,
    sentence('Met', named('yes')),
    sentence('Met in part', named('partly')),
    sentence('Not found', named('no')),
    sentence('The CV does not say', named('unknown')),
    cap?.reason ?? '',
  ];
  return lines.filter(Boolean).join(' ');
}

const sentence = (what: string, names: string) => (names ? `${what}: ${names}.` : '');
