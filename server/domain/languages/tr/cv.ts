import type { CvWords } from '../pack.ts';

export const cv: CvWords = {
  headings: {
    summary: 'ozet|hakkimda|kariyer hedefi|profesyonel ozet|kisisel bilgiler ve ozet',
    experience:
      'deneyim|deneyimler|is deneyimi|is deneyimleri|is tecrubesi|profesyonel deneyim|mesleki deneyim|is gecmisi',
    education: 'egitim|egitim bilgileri|ogrenim|egitim durumu',
    skills: 'beceriler|yetenekler|yetkinlikler|bilgisayar bilgisi|teknik beceriler',
    languages: 'diller|yabanci dil|yabanci diller|dil bilgisi',
    certificates: 'sertifikalar|kurslar|egitimler ve sertifikalar|kurs ve sertifikalar',
    projects: 'projeler',
    awards: 'oduller|basarilar',
    publications: 'yayinlar',
    volunteering: 'gonulluluk|gonullu calismalar',
    interests: 'hobi|ilgi alanlari|hobiler',
    references: 'referanslar',
    contact: 'iletisim|iletisim bilgileri|kisisel bilgiler',
    other: 'ek bilgiler',
  },
  titles:
    'mühendis|mühendisi|müdür|müdürü|yönetici|yöneticisi|uzman|uzmanı|asistan|asistanı|öğretmen|öğretmeni|muhasebeci|stajyer|staj|danışman|danışmanı|geliştirici|geliştiricisi|teknisyen|teknisyeni|sorumlusu|şefi|hemşire|avukat|satış temsilcisi|temsilcisi|aşçı|garson|koordinatör|koordinatörü|direktör|direktörü|analist|analisti|elemanı|mimar|doktor|sekreter|operatör|operatörü',
  companies: 'a\\.?ş|ltd\\. ?şti|şti|holding|hastanesi|bankası|belediyesi|şirketi',
  schools: 'üniversitesi|universitesi|lisesi|okulu|enstitüsü|fakültesi|meslek yüksekokulu',
  degrees: {
    doctorate: 'doktora',
    master: 'yüksek lisans',
    bachelor: 'lisans',
    vocational: 'ön lisans|meslek yüksekokulu',
    school: 'lise|lise diploması',
  },
  languageLevels: {
    C1: 'akıcı|ileri|çok iyi',
    B2: 'iyi',
    B1: 'orta',
    A2: 'temel|başlangıç',
  },
  nativeLanguage: 'anadil|ana dil|ana dili',
  dates: {
    today: 'günümüz|halen|bugün|devam ediyor',
    until: 'ile',
    since: 'itibaren',
    months: {
      '2': 'şub sub',
      '4': 'nis',
      '6': 'haz',
      '7': 'tem',
      '8': 'ağu',
      '9': 'eyl',
      '10': 'eki',
      '11': 'kas',
      '12': 'ara',
    },
  },
  personalDetails: 'doğum (?:tarihi|yeri)|yaş\\b|cinsiyet|uyruk|medeni (?:hal|durum)',
  askedDegrees: {
    bachelor: 'lisans',
  },
  stillStudying: 'devam ediyor',
  documentTitles: 'özgeçmiş',
  years: 'yıl',
  headingJoint: 've',
  schoolNames: 'Üniversitesi|Lisesi',
};
