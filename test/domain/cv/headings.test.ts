import assert from 'node:assert/strict';
import { test } from 'node:test';
import { headingKind } from '#server/domain/cv/headings.ts';

/** Experience, education, skills and languages, as CVs in each language head them. */
for (const [language, ...headings] of [
  ['en', 'Professional Experience', 'Education and Training', 'Skill Highlights', 'Languages'],
  ['es', 'Experiencia laboral', 'Formación académica', 'Habilidades', 'Idiomas'],
  ['fr', 'Expériences professionnelles', 'Diplômes et formations', 'Compétences', 'Langues'],
  ['de', 'Beruflicher Werdegang', 'Schulbildung', 'EDV-Kenntnisse', 'Sprachkenntnisse'],
  ['pt', 'Experiência Profissional', 'Formação Acadêmica', 'Conhecimentos', 'Idiomas'],
  ['it', 'Esperienze lavorative', 'Istruzione e formazione', 'Competenze', 'Lingue'],
  ['nl', 'Werkervaring', 'Opleidingen', 'Vaardigheden', 'Talen'],
  ['hi', 'कार्य अनुभव', 'शैक्षणिक योग्यता', 'कौशल', 'भाषाएँ'],
  ['zh', '工作经历', '教育背景', '专业技能', '语言能力'],
  ['ja', '職務経歴', '学歴', 'スキル', '語学'],
  ['ko', '경력사항', '학력', '보유 기술', '외국어'],
  ['ar', 'الخبرات العملية', 'المؤهلات العلمية', 'المهارات', 'اللغات'],
  ['tr', 'İş Deneyimi', 'Eğitim', 'Yetkinlikler', 'Yabancı Diller'],
  ['pl', 'Doświadczenie zawodowe', 'Wykształcenie', 'Umiejętności', 'Języki obce'],
  ['ru', 'Опыт работы', 'Образование', 'Ключевые навыки', 'Знание языков'],
  ['sr', 'Радно искуство', 'Образовање', 'Вештине', 'Језици'],
  ['sr', 'Radno iskustvo', 'Obrazovanje', 'Veštine', 'Jezici'],
] as const) {
  test(`knows the headings of CVs in ${language}: ${headings[0]}`, () => {
    assert.deepEqual(headings.map(headingKind), ['experience', 'education', 'skills', 'languages']);
  });
}

test('case, colons, numbers and spaced letters do not matter', () => {
  for (const heading of [
    'WORK EXPERIENCE:',
    'work experience',
    '2. Work Experience',
    'W O R K E X P E R I E N C E',
  ]) {
    assert.equal(headingKind(heading), 'experience', heading);
  }
});

test('of two headings in one, the first counts', () => {
  assert.equal(headingKind('Education & Languages'), 'education');
  assert.equal(headingKind('Skills and Interests'), 'skills');
});

test('sentences and names are no headings', () => {
  for (const text of [
    'Experience in leading teams of ten',
    'Education Manager, 2015',
    'Jane Doe',
    'me@skills.org',
    '',
  ]) {
    assert.equal(headingKind(text), undefined, text);
  }
});
