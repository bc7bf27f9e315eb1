import { packs } from '../languages/registry.ts';
import { lazy } from '../lazy.ts';
import { foldWords } from './words.ts';

/** ISO 3166 codes of the countries CVs come from most; their names come from the locale data. */
const countryCodes =
  'AE AR AT AU BA BD BE BG BO BR BY CA CH CL CN CO CR CU CY CZ DE DK DO DZ EC EE EG ES ET FI FR GB GE GH GR GT HK HN HR HU ID IE IL IN IQ IR IS IT JM JO JP KE KR KW KZ LB LK LT LU LV MA MD ME MK MT MX MY NG NI NL NO NP NZ PA PE PH PK PL PR PT PY QA RO RS RU SA SE SG SI SK SN SV SY TH TN TR TW UA US UY UZ VE VN YE ZA ZW'.split(
    ' ',
  );

const otherNames =
  'usa|us|u s|u s a|uk|u k|uae|england|scotland|wales|korea|holland|deutschland|bharat'.split('|');

const countries = lazy(() => {
  const names = packs.flatMap(({ code }) => {
    const display = new Intl.DisplayNames([code], { type: 'region', fallback: 'none' });
    return countryCodes.map((country) => foldWords(display.of(country) ?? ''));
  });
  return new Set([...names, ...otherNames].filter((name) => name !== ''));
});

/** Postal abbreviations of the states of the USA, provinces of Canada and of those of Australia. */
const states = new Set(
  'AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY DC AB BC MB NB NL NS NT NU ON PE QC SK YT NSW VIC QLD TAS ACT'.split(
    ' ',
  ),
);
const stateNames = new Set(
  'alabama alaska arizona arkansas california colorado connecticut delaware florida georgia hawaii idaho illinois indiana iowa kansas kentucky louisiana maine maryland massachusetts michigan minnesota mississippi missouri montana nebraska nevada ohio oklahoma oregon pennsylvania tennessee texas utah vermont virginia washington wisconsin wyoming ontario quebec alberta remote state city'
    .split(' ')
    .concat([
      'new hampshire',
      'new jersey',
      'new mexico',
      'new york',
      'north carolina',
      'north dakota',
      'rhode island',
      'south carolina',
      'south dakota',
      'west virginia',
      'british columbia',
      'city state',
      'new south wales',
    ]),
);

/** Whether a text is a place: a country or state, or "City, XX" that ends in one. */
export function isPlace(text: string): boolean {
  const clean = text.replace(/^[\s,–—|-]+|[\s,.–—|-]+$/g, '');
  if (!clean || clean.length > 60 || /\d{3}/.test(clean.replace(/\b\d{5}(?:-\d{4})?\b/, ''))) return false;
  const parts = clean.split(/\s*,\s*/);
  const last = parts.at(-1)!.replace(/\s+\d{5}(?:-\d{4})?$/, '');
  const known = states.has(last) || countries().has(foldWords(last)) || stateNames.has(foldWords(last));
  return known && parts.length <= 3 && parts.every((part) => part.split(' ').length <= 4);
}
