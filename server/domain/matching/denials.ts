/**
 * What a line says that the candidate has not, or not yet: "no experience with Docker", "eager to learn Go". After NegEx (Chapman et al.
 * 2001): a word of denial reaches to the end of its clause, unless it only looks like one ("not only", "never late"); a few stand behind
 * what they deny. English only: in other languages nothing is taken for denied.
 */
export interface Said {
  /** The text without what it denies; empty where nothing is left. */
  claimed: string;
  /** Null where it denies nothing. */
  denied: string | null;
}

const mayDeny =
  /\b(?:no|not|never|none|without|except|excluding|lack\w*|un(?:familiar|trained|able)|zero|little|declined|yet to|learn\w*|gain\w*|acquire|becom\w+|train\w*|study|starts?|develop|opportunity|work(?:ing)? (?:with|in|as)|planned|handled|outsourced|goal|hop(?:e|es|ing)|would|forward|dream\w*|begins?|due|scheduled|(?:outside|beyond) (?:of )?my|(?:done|organi[sz]ed|run|managed|supervised|led|overseen|directed|headed|prepared|looked after|covered|performed|care of|carried out|dealt with) by|by (?:an?|others?|external|outside|colleagues|somebody|someone|another))\b|n['’]t\b/i;

/** A list goes on behind a comma, but not behind "but". */
const clauseEnd = /[;!?•|]|\.(?=\s|$)|\b(?:but|however|although|though|whereas|because|so that)\b/i;
const comma = /,(?=\s)/;

const onlyLooksLike =
  /^(?:not (?:only|just|merely|to mention|counting|least|even once)|no (?:less|fewer|later) than|no\. ?\d|never (?:missed?|late|failed?|lost|absent|exceeded)|without (?:an? single|any loss|losing|missing|delays?|errors?|complaints?|supervision|interruptions?|fail)|whether or not)\b/i;

/** "No experience with Java, Python or Go": the list goes on. */
const lacking =
  /\b(?:no|not have(?: any)?|n['’]t have(?: any)?|without|zero|little|lack(?:s|ing)?(?: of)?)\s+(?:\w+[ -]){0,2}?(?:experience|knowledge|exposure|background|practice|skills?|familiarity)\b/i;
const denier =
  /\b(?:(?:i|we|am|do|does|did|is|are|was|were|have|has|had|can|could|would) ){0,3}((?:no|not|never|none|neither|without|except|excluding|lack(?:s|ed|ing)?|unfamiliar|untrained|unable|zero|little|declined|yet to)\b|(?:do|does|did|is|are|was|were|have|has|had|can|could|would)n['’]t\b)/gi;
const wish =
  /\b(?:seek(?:s|ing)?|look(?:s|ing)?|hop(?:e|es|ing)|eager|keen|willing|want(?:s|ing)?|wish(?:es|ing)?|would (?:like|love)|aspir(?:e|es|ing)|aim(?:s|ing)?|interest(?:ed)?|excited|ready|motivated|goal|opportunity|plan(?:s|ning)?|intend(?:s|ing)?)\b\W+(?:\w+\W+){0,3}?(?:learn(?:ing)?|gain(?:ing)?|acquir(?:e|ing)|becom(?:e|ing)|train(?:ed|ing)?|study(?:ing)?|start(?:ing)?|(?:develop|improve|build)(?:ing)? (?:my )?(?:skills?|knowledge|experience|expertise)|work(?:ing)? (?:with|in|as))\b/i;
/** What the candidate hopes for, unless it is to go on with what they can. */
const hope =
  /\b(?:(?:hop(?:e|es|ing)|would (?:like|love)|dream(?:s|ing)?|look(?:s|ing)? forward)\s(?:to|of|for)\b)(?!\s(?:us(?:e|ing)|utili[sz]|apply|contribut|bring|leverag|shar(?:e|ing)|continu|further|expand|put|help|support|hear|meet|discuss))/i;
/** "No release without tests" */
/** "A course in order to learn C++" */
const begun =
  /\b(?:course|lessons?|classes|tutorials?)\b[^,;.]{0,30}\bto learn\b|\b(?:currently|still|now|just|recently|begun|began|started|starting) (?:to learn|learning|studying)\b/i;
const twiceDenied = /\b(?:no|not an?|never|nothing|hardly|rarely)\b[^,;.:]{1,40}\bwithout\b/i;
const deniedBehind =
  /\b(?:was|were|is|are) (?:not|never)\b|\b(?:was|were|am|being) (?:\w+ly )?(?:supervised|managed|led|overseen|directed|headed) by (?!me\b|myself)|\bnot (?:held|obtained|completed|available|applicable|used|part)\b|[:–-]\s*none\b|\bplanned (?:for|in)\b|\((?:not|never) yet\)|\b(?:starts?|begins?|due|scheduled) (?:in|on|for|next)\b|\b(?:outside|beyond) (?:of )?my\b|\bnot (?:by me|my (?:job|task|duty|responsibility))\b|\b(?:is|are|was|were|been) (?:\w+ )?(?:done|handled|organi[sz]ed|run|carried out|managed|prepared|dealt with|looked after|outsourced|covered|performed|taken care of) (?:by|to) (?:an?(?! team)|others?|external|outside|colleagues|somebody|someone|another|(?:(?:the|our|my|their) )?(?:\w+ ){0,2}?(?:head office|headquarters|agency|agencies|contractors?|suppliers?|vendors?|department|office|parent company|boss|managers?|firm))\b/i;

export function saidIn(text: string): Said {
  if (!mayDeny.test(text)) return { claimed: text, denied: null };
  const claimed: string[] = [];
  const denied: string[] = [];
  for (const clause of split(text, clauseEnd)) {
    if (lacking.test(clause)) divide(clause, lacking.exec(clause)!.index, claimed, denied);
    else for (const part of split(clause, comma)) judge(part, claimed, denied);
  }
  if (denied.length === 0) return { claimed: text, denied: null };
  const joined = (parts: readonly string[]) => parts.join(' ').replaceAll(/\s+/g, ' ').trim();
  return { claimed: joined(claimed), denied: joined(denied) };
}

function judge(part: string, claimed: string[], denied: string[]): void {
  if (deniedBehind.test(part)) denied.push(part);
  else {
    const at = firstDenial(part);
    if (at === null) claimed.push(part);
    else divide(part, at, claimed, denied);
  }
}

function firstDenial(part: string): number | null {
  if (twiceDenied.test(part)) return null;
  const ends = [...part.matchAll(denier)]
    .filter(
      ({ index, 0: whole, 1: word }) => !onlyLooksLike.test(part.slice(index + whole.length - word!.length)),
    )
    .map(({ index }) => index);
  for (const wished of [wish.exec(part), hope.exec(part), begun.exec(part)])
    if (wished) ends.push(wished.index);
  return ends.length > 0 ? Math.min(...ends) : null;
}

function divide(part: string, at: number, claimed: string[], denied: string[]): void {
  if (part.slice(0, at).trim()) claimed.push(part.slice(0, at));
  denied.push(part.slice(at));
}

/** Parts with the sign that ends them, so that joined they are the text again. */
function split(text: string, end: RegExp): string[] {
  const parts: string[] = [];
  let rest = text;
  for (let match = end.exec(rest); match; match = end.exec(rest)) {
    parts.push(rest.slice(0, match.index + match[0].length));
    rest = rest.slice(match.index + match[0].length);
  }
  return [...parts, rest].filter((part) => part.trim());
}
