/** English names of languages that people list in CVs and advertisements. */
const names = `
Afrikaans Albanian Amharic Arabic Armenian Assamese Azerbaijani Basque Belarusian Bengali Bosnian Bulgarian Burmese
Cantonese Catalan Cebuano Chinese Croatian Czech Danish Dari Dutch English Esperanto Estonian Farsi Filipino Finnish
Flemish French Galician Georgian German Greek Gujarati Hausa Hebrew Hindi Hungarian Icelandic Igbo Indonesian Irish
Italian Japanese Javanese Kannada Kazakh Khmer Kinyarwanda Korean Kurdish Kyrgyz Lao Latin Latvian Lithuanian
Luxembourgish Macedonian Malagasy Malay Malayalam Maltese Mandarin Marathi Moldovan Mongolian Nepali Norwegian Odia
Pashto Persian Polish Portuguese Punjabi Quechua Romanian Russian Serbian Shona Sindhi Sinhala Slovak Slovene Slovenian
Somali Spanish Swahili Swedish Tagalog Tajik Tamil Tatar Telugu Thai Tibetan Tigrinya Turkish Turkmen Ukrainian Urdu
Uyghur Uzbek Vietnamese Welsh Xhosa Yiddish Yoruba Zulu`;

const known: ReadonlySet<string> = new Set(names.trim().toLowerCase().split(/\s+/));

const levels =
  /^(?:[abc][12]|basic|beginner|elementary|intermediate|advanced|fluent|fluency|native|proficient|proficiency)$/;
/** Words beside a language's name that leave it a language: "English language", "fluent in German". */
const beside: ReadonlySet<string> = new Set(['language', 'skills', 'in', 'spoken', 'written', 'level']);

const wordsOf = (name: string): string[] => name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** Whether a name says how well a language is spoken, as "German C1" or "fluent German" do. */
export const namesLevel = (name: string): boolean => wordsOf(name).some((word) => levels.test(word));

/** Whether a name is that of a language, with or without a level: "English", "English (B2)", "fluent in German". */
export function isLanguage(name: string): boolean {
  const words = wordsOf(name).filter((word) => !levels.test(word) && !beside.has(word));
  return words.length > 0 && words.every((word) => known.has(word));
}
