import type { SectionKind } from './types.ts';
import { foldWords } from './words.ts';

/** Headings of CVs in the 16 languages, as people write them; compared without case, accents and punctuation. */
const headings: Partial<Record<SectionKind, string>> = {
  summary:
    'summary|professional summary|executive summary|career summary|profile|professional profile|personal profile|career profile|executive profile|about|about me|objective|career objective|professional objective|career overview|professional overview|overview|career focus|personal statement|core qualifications summary|summary of qualifications|qualifications summary|introduction|background|statement|professional background|' +
    'perfil|perfil profesional|resumen|resumen profesional|sobre mi|objetivo|objetivo profesional|extracto|' +
    'profil|profil professionnel|resume professionnel|a propos|a propos de moi|objectif|objectif professionnel|accroche|' +
    'kurzprofil|uber mich|zusammenfassung|berufsprofil|personliches profil|profil und ziele|karriereziel|' +
    'resumo|resumo profissional|perfil profissional|sobre|sobre mim|' +
    'profilo|profilo professionale|profilo personale|sommario|obiettivo|chi sono|' +
    'profiel|persoonlijk profiel|samenvatting|over mij|doelstelling|' +
    'podsumowanie|podsumowanie zawodowe|profil zawodowy|o mnie|cel zawodowy|' +
    'ozet|hakkimda|kariyer hedefi|profesyonel ozet|kisisel bilgiler ve ozet|' +
    'о себе|обо мне|цель|профиль|краткая информация|резюме|о мени|профил|циљ|o meni|sazetak|ukratko|' +
    'सारांश|परिचय|उद्देश्य|मेरे बारे में|个人简介|自我评价|个人总结|简介|求职意向|自己紹介|自己pr|職務要約|要約|プロフィール|자기소개|소개|요약|프로필|' +
    'نبذة|نبذة عني|الملخص|الملخص المهني|الهدف المهني|الهدف الوظيفي|ملخص|نبذة شخصية',
  experience:
    'experience|work experience|professional experience|employment|employment history|work history|career history|employment experience|relevant experience|related experience|other experience|additional experience|previous experience|additional work experience|teaching experience|military experience|clinical experience|professional employment|job experience|experience and employment|internships|internship|internship experience|internships and experience|positions held|work experiences|experiences|professional history|leadership experience|military service|career experience|professional work experience|business experience|industry experience|' +
    'experiencia|experiencia laboral|experiencia profesional|trayectoria profesional|historial laboral|' +
    'experience professionnelle|experiences professionnelles|parcours professionnel|parcours|experiences|stages|' +
    'berufserfahrung|beruflicher werdegang|berufliche erfahrung|werdegang|praxiserfahrung|berufspraxis|praktika|praktische erfahrung|beruflicher hintergrund|berufliche laufbahn|' +
    'experiencia profissional|historico profissional|percurso profissional|experiencias profissionais|' +
    'esperienza|esperienze|esperienza professionale|esperienze professionali|esperienza lavorativa|esperienze lavorative|' +
    'ervaring|werkervaring|beroepservaring|loopbaan|professionele ervaring|stages en werkervaring|' +
    'doswiadczenie|doswiadczenie zawodowe|przebieg kariery|historia zatrudnienia|' +
    'deneyim|deneyimler|is deneyimi|is deneyimleri|is tecrubesi|profesyonel deneyim|mesleki deneyim|is gecmisi|' +
    'опыт|опыт работы|трудовая деятельность|профессиональный опыт|трудовои опыт|радно искуство|искуство|професионално искуство|radno iskustvo|iskustvo|profesionalno iskustvo|' +
    'अनुभव|कार्य अनुभव|कार्यानुभव|पेशेवर अनुभव|工作经历|工作经验|职业经历|实习经历|工作履历|職歴|職務経歴|経歴|職務経歴書|경력|경력사항|경력 사항|근무경력|업무 경험|' +
    'الخبرة|الخبرات|الخبرة العملية|الخبرات العملية|الخبرة المهنية|الخبرات المهنية|خبرات العمل',
  education:
    'education|education and training|educational background|academic background|academic qualifications|education and certifications|education and qualifications|academic history|educational qualifications|academics|qualifications and education|training and education|education background|academic credentials|education history|formal education|studies|education and credentials|education and certification|scholastic|' +
    'formacion|formacion academica|educacion|estudios|formacion y estudios|' +
    'formation|formations|etudes|diplomes|formation academique|education et formation|diplomes et formations|scolarite|' +
    'ausbildung|bildung|bildungsweg|studium|schulbildung|akademische ausbildung|ausbildung und studium|studium und ausbildung|schule und ausbildung|hochschulbildung|akademischer werdegang|schulischer werdegang|' +
    'formacao|formacao academica|educacao|escolaridade|habilitacoes|habilitacoes academicas|' +
    'istruzione|formazione|istruzione e formazione|studi|formazione accademica|titoli di studio|' +
    'opleiding|opleidingen|opleiding en cursussen|educatie|scholing|studies|' +
    'wyksztalcenie|edukacja|' +
    'egitim|egitim bilgileri|ogrenim|egitim durumu|' +
    'образование|обучение|образовање|школовање|obrazovanje|skolovanje|' +
    'शिक्षा|शैक्षिक योग्यता|शैक्षणिक योग्यता|教育背景|教育经历|学历|教育|学歴|学歴 職歴|학력|학력사항|학력 사항|교육|' +
    'التعليم|المؤهلات العلمية|المؤهل العلمي|المؤهلات|التعليم والتدريب|الدراسة|المؤهلات الاكاديمية',
  skills:
    'skills|key skills|core skills|technical skills|professional skills|skill highlights|highlights|core competencies|competencies|areas of expertise|expertise|core qualifications|qualifications|qualification highlights|skills and abilities|computer skills|it skills|software|technologies|technology|tools|skill set|skills summary|summary of skills|relevant skills|additional skills|other skills|areas of strength|strengths|key strengths|core strengths|specialties|specializations|technical proficiencies|technical expertise|technical summary|key competencies|hard skills|soft skills|skills and expertise|skills and tools|skills and technologies|technical qualifications|technical competencies|abilities|areas of knowledge|career highlights skills|computer proficiency|software skills|interpersonal skills|special skills|' +
    'habilidades|competencias|aptitudes|conocimientos|habilidades tecnicas|conocimientos informaticos|informatica|' +
    'competences|competences cles|competences techniques|savoir faire|savoir etre|informatique|logiciels|atouts|' +
    'kenntnisse|fahigkeiten|kompetenzen|edv kenntnisse|fachkenntnisse|it kenntnisse|kenntnisse und fahigkeiten|fahigkeiten und kenntnisse|besondere kenntnisse|starken|qualifikationen|edv|sonstige kenntnisse|' +
    'competencias tecnicas|conhecimentos|habilidades e competencias|' +
    'competenze|competenze tecniche|capacita|capacita e competenze|competenze informatiche|competenze digitali|conoscenze|conoscenze informatiche|' +
    'vaardigheden|competenties|kennis|computervaardigheden|kwaliteiten|' +
    'umiejetnosci|kompetencje|kluczowe umiejetnosci|znajomosc programow|' +
    'beceriler|yetenekler|yetkinlikler|bilgisayar bilgisi|teknik beceriler|' +
    'навыки|ключевые навыки|умения|профессиональные навыки|вештине|vestine|znanja|знања|kompetencije|znanja i vestine|' +
    'कौशल|दक्षता|योग्यता|मुख्य कौशल|技能|专业技能|技能特长|个人技能|スキル|資格 スキル|保有スキル|活かせる経験 知識 技術|기술|보유기술|보유 기술|스킬|역량|' +
    'المهارات|المهارات التقنية|مهارات|القدرات|المهارات الشخصية|الكفاءات',
  languages:
    'languages|language skills|language|languages spoken|foreign languages|language proficiency|idiomas|lenguas|langues|langues etrangeres|sprachen|sprachkenntnisse|fremdsprachen|linguas|lingue|lingue straniere|conoscenze linguistiche|competenze linguistiche|talen|talenkennis|jezyki|jezyki obce|znajomosc jezykow|diller|yabanci dil|yabanci diller|dil bilgisi|языки|иностранные языки|знание языков|владение языками|језици|strani jezici|jezici|страни језици|भाषाएं|भाषाएँ|भाषा|भाषा ज्ञान|语言|语言能力|外语|外语水平|語学|言語|語学力|언어|외국어|어학|어학능력|اللغات|اللغة|اللغات الاجنبية',
  certificates:
    'certifications|certification|certificates|certificate|licenses|licences|license|licensure|licenses and certifications|certifications and licenses|certifications and licensure|credentials|professional certifications|professional certification|training|trainings|training and certifications|professional development|courses|coursework|continuing education|certifications and training|professional training|professional licenses|additional training|specialized training|' +
    'certificaciones|certificados|cursos|cursos y certificaciones|formacion complementaria|' +
    'certifications et formations|certificats|' +
    'zertifikate|zertifizierungen|weiterbildung|weiterbildungen|fortbildung|fortbildungen|zusatzqualifikationen|' +
    'certificacoes|cursos e certificacoes|formacao complementar|' +
    'certificazioni|certificati|corsi|corsi e certificazioni|' +
    'certificaten|cursussen|certificeringen|trainingen|' +
    'certyfikaty|kursy|szkolenia|kursy i szkolenia|szkolenia i certyfikaty|uprawnienia|' +
    'sertifikalar|kurslar|egitimler ve sertifikalar|kurs ve sertifikalar|' +
    'сертификаты|курсы|повышение квалификации|дополнительное образование|курсы и сертификаты|сертификати|курсеви|sertifikati|kursevi|' +
    'प्रमाणपत्र|प्रमाण पत्र|证书|资格证书|技能证书|培训经历|培训|資格|免許 資格|資格 免許|자격증|자격사항|자격 사항|' +
    'الشهادات|الدورات|الدورات التدريبية|شهادات|دورات',
  projects:
    'projects|key projects|selected projects|personal projects|academic projects|project experience|project|major projects|relevant projects|proyectos|projets|projekte|projektarbeit|projetos|progetti|projecten|projekty|projeler|проекты|пројекти|projekti|परियोजनाएं|项目经历|项目经验|项目|プロジェクト|プロジェクト経験|프로젝트|المشاريع|مشاريع',
  awards:
    'awards|honors|honours|achievements|accomplishments|core accomplishments|major accomplishments|career accomplishments|additional accomplishments|major achievements|career achievements|awards and honors|honors and awards|key achievements|key accomplishments|awards and achievements|professional accomplishments|selected accomplishments|recognition|career highlights|notable achievements|accolades|awards and recognition|academic honors|selected achievements|logros|premios|distinctions|prix|recompenses|auszeichnungen|erfolge|preise|premios e reconhecimentos|conquistas|premi|riconoscimenti|prijzen|onderscheidingen|osiagniecia|nagrody|oduller|basarilar|достижения|награды|награде|постигнућа|nagrade|उपलब्धियां|पुरस्कार|获奖情况|荣誉|荣誉奖项|奖项|受賞歴|受賞|수상|수상경력|수상내역|الجوائز|الانجازات|جوائز',
  publications:
    'publications|selected publications|presentations|publications and presentations|research|research experience|papers|patents|conferences|publicaciones|publications et communications|publikationen|veroffentlichungen|publicacoes|pubblicazioni|publicaties|publikacje|yayinlar|публикации|публикације|publikacije|प्रकाशन|发表论文|论文|出版物|著作|논문|المنشورات|الابحاث',
  volunteering:
    'volunteer|volunteering|volunteer experience|volunteer work|community service|community involvement|civic activities|community|volunteer activities|extracurricular activities|activities|leadership|leadership activities|voluntariado|benevolat|ehrenamt|ehrenamtliches engagement|engagement|volontariato|vrijwilligerswerk|wolontariat|gonulluluk|gonullu calismalar|волонтерство|волонтерски рад|volontiranje|स्वयंसेवा|志愿者经历|社会实践|ボランティア|봉사활동|العمل التطوعي|التطوع',
  interests:
    'interests|hobbies|hobbies and interests|personal interests|interests and hobbies|intereses|aficiones|centres d interet|centre d interet|loisirs|interessen|hobbys|hobbys und interessen|freizeit|interesses|interessi|hobby|hobby s|hobbies en interesses|zainteresowania|hobi|ilgi alanlari|hobiler|интересы|увлечения|хобби|интересовања|interesovanja|hobi i interesovanja|रुचियां|शौक|兴趣爱好|爱好|趣味|취미|الهوايات|الاهتمامات',
  references:
    'references|reference|professional references|referencias|referenzen|referenties|referenze|referencje|referanslar|рекомендации|препоруке|reference available|संदर्भ|推荐人|证明人|推薦者|추천인|المراجع|المعرفون',
  contact:
    'contact|contact information|contact details|contact info|personal information|personal details|personal data|personal info|address|contacto|datos personales|datos de contacto|informacion personal|contact et informations|coordonnees|informations personnelles|kontakt|personliche daten|personliche angaben|kontaktdaten|angaben zur person|contato|contacto e dados|dados pessoais|informacoes pessoais|contatti|dati personali|informazioni personali|contactgegevens|persoonlijke gegevens|personalia|dane osobowe|dane kontaktowe|iletisim|iletisim bilgileri|kisisel bilgiler|контакты|личные данные|контактная информация|персональные данные|контакт|лични подаци|licni podaci|संपर्क|व्यक्तिगत जानकारी|व्यक्तिगत विवरण|联系方式|个人信息|基本信息|連絡先|個人情報|연락처|인적사항|개인정보|معلومات الاتصال|المعلومات الشخصية|البيانات الشخصية|بيانات الاتصال|التواصل',
  other:
    'additional information|other information|other|miscellaneous|affiliations|memberships|professional affiliations|professional memberships|associations|professional associations|security clearance|availability|keywords|additional|military|personal|timeline|additional details|clearance|weitere angaben|sonstiges|divers|informations complementaires|otros datos|informacion adicional|informacoes adicionais|altro|ulteriori informazioni|overig|dodatkowe informacje|ek bilgiler|дополнительная информация|дополнительно|остало|ostalo|अतिरिक्त जानकारी|其他|その他|기타|معلومات اضافية|اخرى',
};

const kinds = new Map<string, SectionKind>();
for (const [kind, words] of Object.entries(headings)) {
  for (const heading of words.split('|')) {
    const folded = foldWords(heading);
    for (const form of [folded, folded.replaceAll(' ', '')])
      if (!kinds.has(form)) kinds.set(form, kind as SectionKind);
  }
}

/** Longer lines are text, not headings. */
const maxHeadingWords = 6;

/** The section that a line heads; undefined when its words are no known heading. "SKILLS:" and "S K I L L S" count. */
export function headingKind(text: string): SectionKind | undefined {
  if (text.length > 60 || /[@]|\d{3}/.test(text)) return undefined;
  const folded = foldWords(text.replace(/^\s*[\dIVX]{1,4}[.)]\s+/, ''));
  const isSpacedOut = /^(?:\S )+\S$/.test(folded);
  if (!folded || (folded.split(' ').length > maxHeadingWords && !isSpacedOut)) return undefined;
  return kinds.get(folded) ?? kinds.get(folded.replaceAll(' ', '')) ?? combined(folded);
}

/** "Education and Languages", "Skills, Interests": two known headings joined; the first counts. */
function combined(folded: string): SectionKind | undefined {
  for (const joint of [' and ', ' und ', ' et ', ' y ', ' e ', ' en ', ' i ', ' ve ', ' и ', ' و ']) {
    const at = folded.indexOf(joint);
    if (at < 0) continue;
    const first = kinds.get(folded.slice(0, at).trim());
    const second = kinds.get(folded.slice(at + joint.length).trim());
    if (first && second) return first;
  }
  return undefined;
}
