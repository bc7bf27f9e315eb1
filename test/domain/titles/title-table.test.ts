import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { readTitleTable, TitleTableError } from '#server/domain/titles/title-table.ts';
import { loadTitles } from '#server/engines/skills/files.ts';

const table = loadTitles(join(import.meta.dirname, '../../../models/skills'));
const namesOf = (title: string) => table.occupationsIn(title).map(({ name }) => name);

for (const [occupation, titles] of [
  ['Truck driver', ['HGV driver', 'Lkw-Fahrerin (m/w/d)', 'Lkwfahrer', 'Conductrice routière', 'Camionero']],
  ['Primary school teacher', ['Grundschullehrer/in', 'Professeure des écoles', 'Maestra de primaria']],
  ['Intensive care nurse', ['Infirmière en réanimation', 'Enfermera de UCI', 'IC-verpleegkundige']],
  ['Pastry chef', ['Konditormeisterin', 'Cheffe pâtissière', 'Pasticcera', 'Cukiernik', 'Banketbakker']],
  ['Accountant', ['Finanzbuchhalterin', 'Contable sénior', 'Comptable (H/F)', 'Księgowa', 'Ragioniera']],
  ['Electrician', ['Elektronikerin für Betriebstechnik', 'Électricien·ne', 'Eletricista', 'Elektryk']],
  ['Lawyer', ['Rechtsanwältin', 'Avocate en droit du travail', 'Abogada', 'Avvocato', 'Advogada']],
] as const) {
  test(`knows a ${occupation.toLowerCase()} in other languages, and women as men`, () => {
    for (const title of titles) assert.deepEqual(namesOf(title), [occupation], title);
  });
}

for (const [title, occupations] of [
  ['HGV driving instructor', ['Driving instructor']],
  ['Bakery sales associate', ['Shop assistant']],
  ['Nurse recruiter', ['Recruiter']],
  ['JavaScript developer', ['Frontend developer']],
  ['Chef de projet informatique', ['Project manager']],
  ['Vendeuse en boulangerie', ['Shop assistant']],
  ['Lehrkraft (Grundschule)', ['Primary school teacher']],
  ['Registered nurse, intensive care', ['Intensive care nurse']],
  ['Software engineer – Java', ['Java developer']],
  ['Staff accountant / bookkeeper', ['Accountant', 'Bookkeeper']],
  ['Projektingenieurin', ['Engineer']],
  ['Health care administrative assistant', ['Office assistant']],
  ['Ingénieure en traitement du langage', ['NLP engineer']],
  ['Ingénieur études et développement Java', ['Java developer']],
  ['Administrativa de nóminas', ['Payroll clerk']],
  ['Commercial electrician', ['Electrician']],
  ['Arts programme coordinator', []],
  ['Fiscal year planner', []],
  ['Agente comercial', ['Sales representative']],
  ['Keeper of the H: drive', []],
  ['', []],
] as const) {
  test(`"${title}" is ${occupations.join(' and ') || 'no occupation'}`, () => {
    assert.deepEqual(namesOf(title), occupations);
  });
}

test('a kind says what it is a kind of, and each near group is there', () => {
  const names = new Set(table.occupations.map(({ name }) => name));
  for (const { name, near } of table.occupations)
    for (const one of near) assert.ok(names.has(one), `${name}: ${one}`);
  const [java] = table.occupationsIn('Java developer');
  assert.equal(java!.wider?.name, 'Software developer');
});

for (const [fault, text, message] of [
  ['a line outside of any field', 'Cook =', /^Line 1 /],
  ['a kind of nothing', '[Food]\n  Cook = chef', /^Line 2 /],
  ['a title that means two occupations', '[Food]\nCook = chef\nBoss = chef', /^Line 3: .*"Cook"/],
  ['a title without a telling word', '[Food]\nCook = of the', /^Line 2: .*"of the"/],
] as const) {
  test(`refuses ${fault}`, () => {
    assert.throws(
      () => readTitleTable(text),
      (error: unknown) => error instanceof TitleTableError && message.test(error.message),
    );
  });
}
