import type { CvWords } from '../pack.ts';

export const cv: CvWords = {
  headings: {
    summary: 'о мени|профил|циљ|o meni|sazetak|ukratko',
    experience:
      'радно искуство|искуство|професионално искуство|radno iskustvo|iskustvo|profesionalno iskustvo',
    education: 'образовање|школовање|obrazovanje|skolovanje',
    skills: 'вештине|vestine|znanja|знања|kompetencije|znanja i vestine',
    languages: 'језици|strani jezici|jezici|страни језици',
    certificates: 'сертификати|курсеви|sertifikati|kursevi',
    projects: 'пројекти|projekti',
    awards: 'награде|постигнућа|nagrade',
    publications: 'публикације|publikacije',
    volunteering: 'волонтерски рад|volontiranje',
    interests: 'интересовања|interesovanja|hobi i interesovanja',
    references: 'препоруке',
    contact: 'контакт|лични подаци|licni podaci',
    other: 'остало|ostalo',
  },
  titles:
    'инжењер|програмер|менаџер|директорка|руководилац|стручњак|књиговођа|асистент|наставник|професор|консултант|продавац|правник|лекар|медицинска сестра|возач|кувар|inženjer|menadžer|direktorka|rukovodilac|stručnjak|knjigovođa|asistent|nastavnik|profesor|prodavac|pravnik|saradnik|vozač|kuvar|konobar|referent|programer|službenik',
  companies: 'д\\.?о\\.?о|а\\.?д|d\\.?o\\.?o|a\\.?d|preduzeće|bolnica|предузеће|болница',
  schools:
    'универзитет|факултет|гимназија|висока школа|univerzitet|fakultet|gimnazija|visoka škola|srednja škola|škola',
  degrees: {
    doctorate: 'докторат|докторске студије|doktorske studije',
    master: 'мастер|мастер студије|magistar',
    bachelor: 'дипломирани|основне студије|osnovne studije|diplomirani',
    vocational: 'виша школа|viša škola|strukovne studije|струковне студије',
    school: 'средња школа|srednja škola|гимназија|gimnazija',
  },
  languageLevels: {
    C1: 'течно|tečno|napredni|напредни',
    B2: 'добро|dobro',
    B1: 'средњи|srednji',
    A2: 'основни|osnovni',
  },
  nativeLanguage: 'матерњи|матерњи језик|maternji|maternji jezik',
  nameLabels: 'ime i prezime|име и презиме',
  careerBreaks:
    'porodiljsko odsustvo|roditeljsko odsustvo|pauza u karijeri|nezaposlen[a]?|породиљско одсуство|незапослен[а]?',
  dates: {
    today: 'danas|sada|trenutno|данас|сада|тренутно|u toku|i dalje|у току|и даље|sadašnjost|садашњост',
    until: 'u|do|до',
    of: 'godine|године',
    about: 'oko|око',
    between: 'između|између',
    quarter: 'kvartal|квартал',
    half: 'polugodište|полугодиште',
    fiscal: 'godina|godine|година|године',
    yearMarks: 'god|godine|godina|год|године|година',
    parts: {
      early: 'početak|početkom|почетак|почетком',
      mid: 'sredina|sredinom|средина|средином',
      end: 'kraj|krajem|крај|крајем',
      spring: 'proleće|пролеће',
      summer: 'leto|letom',
      autumn: 'jesen|јесен',
      winter: 'zima|зима',
    },
  },
  personalDetails:
    'datum rođenja|mesto rođenja|godine\\s*:|pol\\s*:|državljanstvo|bračno stanje|датум рођења|брачно стање|држављанство',
  stillStudying: 'в току|u toku',
  documentTitles: 'биографија|biografija',
  languageNameStart: 'језик ',
};
