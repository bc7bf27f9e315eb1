import type { CvWords } from '../pack.ts';

export const cv: CvWords = {
  headings: {
    summary: '自己紹介|自己pr|職務要約|要約|プロフィール',
    experience: '職歴|職務経歴|経歴|職務経歴書',
    education: '学歴|学歴 職歴',
    skills: 'スキル|資格 スキル|保有スキル|活かせる経験 知識 技術',
    languages: '語学|言語|語学力',
    certificates: '資格|免許 資格|資格 免許',
    projects: 'プロジェクト|プロジェクト経験',
    awards: '受賞歴|受賞',
    volunteering: 'ボランティア',
    interests: '趣味',
    references: '推薦者',
    contact: '連絡先|個人情報',
    other: 'その他',
  },
  titlesInside:
    'マネージャー?|エンジニア|課長|部長|主任|係長|社員|担当|営業|開発者?|デザイナー|コンサルタント|教師|講師|看護師|医師|弁護士|アルバイト|インターン|リーダー|プログラマー?',
  companiesInside: '株式会社|有限会社|会社|銀行|病院',
  schoolsInside: '高校|高等学校|專門学校|専門学校',
  degrees: {
    master: '修士',
    bachelor: '学士',
    vocational: '短期大学士|専門士|専門学校',
    school: '高等学校卒業|高校卒',
  },
  languageLevels: {
    C1: 'ビジネスレベル|上級',
    B1: '日常会話|中級',
    A2: '初級|基礎',
  },
  nativeLanguage: '母語|ネイティブ',
  nativeLanguageInside: '母語|ネイティブ',
  languageLevelsInside: {
    C1: 'ビジネスレベル|上級',
    B1: '日常会話|中級',
    A2: '初級|基礎',
  },
  nameLabels: '氏\\s?名|名前',
  careerBreaks: '育児休業|育児休暇|産休|育休|休職|求職中|療養',
  dates: {
    todayBehind: '現在|継続中|在職中|在籍中|現職|今に至る',
    until: 'から|より',
    about: '約',
    quarter: '四半期',
    parts: {
      early: '初頭|初め|初旬|はじめ',
      mid: '半ば|中頃|中旬',
      end: '年末',
    },
  },
  personalDetails: '生年月日|年齢|性別|国籍|婚姻|配偶者',
  stillStudying: '在学中',
  documentTitles: '履歴書',
  schoolNamesInside: '高校',
  languageNames: {
    日文: 'ja',
  },
};
