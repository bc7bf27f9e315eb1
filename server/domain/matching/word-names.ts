/**
 * Names of skills and products that are words as well: "go the extra mile", "excel at", "teams of five". Such a name counts beside a second
 * sign that the product is meant.
 */
export const wordNames: ReadonlySet<string> = new Set(
  `python tableau oracle excel illustrator maya rhino sage puppet canvas snowflake azure ruby rails scala zoom hibernate bootstrap angular
  jenkins docker helm looker sketch sap rest soap ada go word access outlook flash spring react express swift rust spark unity slack teams
  notion asana epic chef r c d elm dart crystal pascal julia swing spin flask django bash perl git vue ember backbone meteor gulp grunt
  salt vault consul nomad airflow beam storm flink hive pig impala kafka mercury basecamp trello publisher visio acrobat
  keynote figma webflow ghost joomla drupal shell redis cassandra`.split(/\s+/),
);

/** Of these no other meaning stands in CVs. */
const unmistakable = new Set(
  'docker jenkins kotlin hibernate angular azure django kafka perl drupal joomla redis git tableau figma visio trello asana scala airflow illustrator sap'.split(
    ' ',
  ),
);

/** Speaks of software, beside which a name is one. */
const technical =
  /\b(?:java|javascript|typescript|php|sql|html5?|css3?|linux|unix|kubernetes|aws|azure|docker|node(?:\.js)?|matlab|apis?|microservices?|backend|back-end|frontend|front-end|full[- ]stack|programming|programmer|software|code|coding|coded|scripts?|scripting|compiler|frameworks?|librar(?:y|ies)|apps?|ios|android|databases?|pandas|numpy|django|flask|hadoop|kafka|devops|servers?|etl|sas|spss|stata|kotlin|scala|golang|perl|bash|git|machine learning|powerpoint|power point|office|microsoft|ms|adobe|photoshop|indesign|sharepoint|visio|quickbooks|spreadsheets?|pivot|vlookup|macros|vba|dashboards?|erp|crm|salesforce|computer|plugins?|cluster|pipelines?|ui|ux|3d)\b|\.net\b|\bc(?:\+\+|#)|\br ?studio\b/iu;

/** Not the software: what follows "access" the way in, "rust" the stain, "teams" of people. */
const plain = {
  behind:
    /^ (?:control|cards?|points?|road|rights?|rooms?|removal|jewell?ery|answers?|response|action|conversation|enclosure|snakes?|reptiles?|led|were|was|who|that|and r\b|of (?:five|\d|two|three|four|six|eight|ten|up|people|staff))\b|^-(?!based|certified|related|driven|trained|powered|native|specific)\p{Ll}|^ ?& ?\p{Lu}\b/iu,
  before:
    /\b(?:vitamins?|hepatitis|grade|level|type|class|section|category|plan|series|sales|cross-functional|work|project|two|three|four|five|several|many|positive|bright) $/iu,
};
/** What follows a verb or a word of its own: "excel at", "go the", "outlook on". */
const asWord = /^(?:s|ed|ing)?,? (?:at|to|the|on|of|above|beyond|for|new|ideas?|interest|creativity|in)\b/iu;
const oftenWords = new Set(['access', 'outlook', 'teams', 'go', 'spark', 'swift', 'rest']);

/** Joined by signs, as lists of products are: "Word, Excel", "C/C++", "(R". */
const inList = { before: /(?:^|[,;/|•(&]|\band) ?$/u, behind: /^ ?(?:[,;/|•()&]|and\b|$)/u };
/** "In Excel", "with Go", "using R". */
const used =
  /\b(?:in|into|with|using|via|through|use|used|uses|know|knows|knowledge of|experience (?:in|with)|skills in|proficient (?:in|with)|learn(?:ed|t)?|microsoft|ms|apache|adobe|like|from) $/iu;

/**
 * Whether a word that names a product is that name at a place of a text. `isListed`: the text stands in a list of skills; `isTechnical`: the CV
 * names technologies elsewhere.
 */
export function isProduct(
  form: string,
  text: string,
  start: number,
  end: number,
  isListed: boolean,
  isTechnical: boolean,
): boolean {
  const [lead, rest] = [text.slice(0, start), text.slice(end)];
  if (plain.behind.test(rest)) return false;
  // "Python-based"
  if (/^-\p{Ll}/u.test(rest)) return true;
  if (unmistakable.has(form)) return true;
  const isItem = inList.before.test(lead) && inList.behind.test(rest);
  if (isListed && isItem) return true;
  if (plain.before.test(lead)) return false;
  const isCapital = /^\p{Lu}/u.test(text.slice(start));
  const isTold = technical.test(lead) || technical.test(rest);
  if (!isCapital) return form === 'python' && isTold;
  const isUsed = used.test(lead) && !isTitleCase(text);
  if (asWord.test(rest) && (!isUsed || oftenWords.has(form))) return false;
  if (isUsed) return true;
  // Within a sentence a capital is a sign; at its beginning every word has one.
  const isWithin = /[\p{Ll}\d,;)]\s$/u.test(lead) && !isTitleCase(text);
  return isWithin || isTold || (isItem && isTechnical);
}

const isTitleCase = (text: string): boolean => {
  const words = text.split(/\s+/).filter((word) => /^\p{L}{4,}/u.test(word));
  return words.length > 2 && words.every((word) => /^\p{Lu}/u.test(word));
};

/** Names technologies without doubt, several of them. */
export const isTechnicalCv = (texts: readonly string[]): boolean => {
  let found = 0;
  for (const text of texts) {
    if (sure.test(text) && ++found > 1) return true;
  }
  return false;
};
const sure =
  /\b(?:java|javascript|typescript|php|sql|html5?|css3?|linux|kubernetes|aws|node\.js|programming|programmer|software (?:developer|engineer)|c\+\+|golang|mysql|postgresql|github|matlab|numpy|pandas)\b|\bc#|\.net\b/iu;
