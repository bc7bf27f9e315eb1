/** Verbs that CVs tell of work with and whose past no rule makes: `present past …`. */
const presentByPast: ReadonlyMap<string, string> = new Map(
  `begin began begun|breed bred|bring brought|build built|buy bought|catch caught|choose chose chosen|deal dealt|draw drew drawn|drive drove
  feed fed|fly flew flown|forecast forecasted|give gave given|grow grew grown|hold held|keep kept|lay laid|lead led|make made|meet met|oversee oversaw overseen
  pay paid|rebuild rebuilt|rewrite rewrote rewritten|ride rode ridden|run ran|seek sought|sell sold|send sent|sew sewn|sing sang sung|speak spoke spoken
  spend spent|swim swam swum|take took taken|teach taught|undertake undertook undertaken|weave wove woven|win won|write wrote written`
    .split(/[|\n]/)
    .flatMap((row) => {
      const [present = '', ...past] = row.trim().split(' ');
      return past.map((form) => [form, present] as const);
    }),
);

/** "Taught" is "teach"; every other word stays as it is. */
export const presentOf = (word: string): string => presentByPast.get(word) ?? word;
