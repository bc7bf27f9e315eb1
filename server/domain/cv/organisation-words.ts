import { wholeWords } from './words.ts';

const companies = wholeWords(
  'inc|llc|llp|ltd|limited|plc|corp|corporation|company|co|group|holdings?|partners|associates|bank|agency|studios?|enterprises?|industries|solutions|systems|services|technologies|consulting|consultants|international|global|laboratories|labs|foundation|ministry|department|dept|county|city of|state of|army|navy|air force|marine corps|clinic|hospital|medical center|health|healthcare|church|hotel|restaurant|resort|store|stores|center|centre|association|society|club|council|bureau|airlines|motors|media|productions|press|authority|commission|institute|museum|theatre|theater|' +
    'gmbh|ag|kg|ohg|ug|se|e\\.?v|gbr|mbh|krankenhaus|klinik|klinikum|verlag|bundeswehr|stadt|firma|s\\.?a|s\\.?l|s\\.?a\\.?s|sarl|sas|sasu|société|groupe|mairie|hôpital|cabinet|banque|empresa|grupo|ayuntamiento|clínica|banco|ltda|eireli|lda|s\\.?p\\.?a|s\\.?r\\.?l|azienda|gruppo|comune|ospedale|studio|banca|b\\.?v|n\\.?v|gemeente|ziekenhuis|bedrijf|sp\\. ?z ?o\\.? ?o|z ?o\\.?o|spółka|firma|szpital|urząd|a\\.?ş|ltd\\. ?şti|şti|holding|hastanesi|bankası|belediyesi|şirketi|ооо|оао|зао|пао|ао|ип|банк|компания|группа|завод|больница|д\\.?о\\.?о|а\\.?д|d\\.?o\\.?o|a\\.?d|preduzeće|bolnica|предузеће|болница',
);
const companiesInner =
  /公司|集团|银行|医院|事务所|工厂|株式会社|有限会社|会社|銀行|病院|주식회사|\(주\)|㈜|은행|병원|회사|شركة|مؤسسة|بنك|مستشفى|وزارة|مجموعة|कंपनी|बैंक|अस्पताल|लिमिटेड|मंत्रालय|संस्था/u;

const schools = wholeWords(
  'university|universities|univ|college|school|academy|institute|polytechnic|conservatory|seminary|faculty|lyceum|high school|community college|business school|law school|graduate school|[a-z]*universität|hochschule|fachhochschule|[\\p{L}]*hochschule|gymnasium|[\\p{L}]*gymnasium|realschule|gesamtschule|berufsschule|berufskolleg|[\\p{L}]*schule|akademie|uni|tu|fh|htl|université|école|ecole|lycée|lycee|collège|institut|iut|ens|insa|faculté|universidad|instituto|escuela|colegio|facultad|politécnica|universidade|faculdade|escola|università|universita|politecnico|liceo|istituto|scuola|accademia|facoltà|universiteit|hogeschool|school voor|lyceum|academie|roc|uniwersytet|politechnika|szkoła|akademia|liceum|technikum|wydział|üniversitesi|universitesi|lisesi|okulu|enstitüsü|fakültesi|meslek yüksekokulu|университет|институт|академия|колледж|школа|лицей|техникум|факультет|училище|универзитет|факултет|гимназија|висока школа|univerzitet|fakultet|gimnazija|visoka škola|srednja škola|škola|sup|polytechnique|hec|mit|ucla|suny|cuny',
);
const schoolsInner =
  /大学|学院|学校|中学|高校|高等学校|專門学校|専門学校|대학교|대학원|대학|고등학교|학교|جامعة|كلية|معهد|مدرسة|أكاديمية|विश्वविद्यालय|महाविद्यालय|विद्यालय|संस्थान|कॉलेज|स्कूल/u;

/** Whether a text names a company, authority or other employer by its form. */
export function isOrganisation(text: string): boolean {
  return companies.test(text) || companiesInner.test(text) || isSchool(text);
}

/** Whether a text names a school, college or university. */
export function isSchool(text: string): boolean {
  return schools.test(text) || schoolsInner.test(text);
}
