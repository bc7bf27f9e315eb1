import { Stack, Textarea } from '@mantine/core';
import { limits } from '../../../../../config/limits.ts';
import type { Requirements } from '../../../../../domain/requirements/types.ts';
import { Section } from '../../../components/section.tsx';
import { jobTexts } from '../../../texts/jobs.ts';
import { type Draft, parseConditions, requirementsPath as root } from './draft.ts';
import { EducationSection } from './education-section.tsx';
import { ExperienceSection } from './experience-section.tsx';
import { LanguageSection } from './language-section.tsx';
import { NamedSection } from './named-section.tsx';
import { WordedSection } from './worded-section.tsx';

const { editor: words, kinds } = jobTexts;
const bounds = limits.requirements;

interface RequirementsFormProps {
  draft: Draft;
  onChange: (changes: Partial<Draft>) => void;
  faultOf: (path: string) => string | undefined;
}

/** What a position asks for, section by section, in the order in which it is scored. */
export function RequirementsForm({ draft, onChange, faultOf }: RequirementsFormProps) {
  const { requirements } = draft;
  const { skills } = requirements;
  const ask = (changes: Partial<Requirements>) => onChange({ requirements: { ...requirements, ...changes } });
  const askSkills = (changes: Partial<Requirements['skills']>) => ask({ skills: { ...skills, ...changes } });
  return (
    <Stack gap="lg">
      <WordedSection
        title={words.musts}
        hint={words.mustsHint}
        addWhat={words.addWhat.must}
        placeholder={words.mustPlaceholder}
        entries={requirements.minimal_qualifications}
        onChange={(minimal_qualifications) => ask({ minimal_qualifications })}
        path={`${root}.minimal_qualifications`}
        faultOf={faultOf}
      />
      <ExperienceSection
        value={requirements.workExperience}
        onChange={(workExperience) => ask({ workExperience })}
        path={`${root}.workExperience`}
        faultOf={faultOf}
      />
      <NamedSection
        title={words.industries}
        hint={words.industriesHint}
        what={kinds.industry}
        addWhat={words.addWhat.industry}
        placeholder={words.industryPlaceholder}
        most={bounds.industries.max}
        entries={requirements.industries_config ?? []}
        onChange={(industries_config) => ask({ industries_config })}
        path={`${root}.industries_config`}
        faultOf={faultOf}
      />
      <SkillSections skills={skills} onChange={askSkills} faultOf={faultOf} />
      <LanguageSection
        entries={skills.language_skills_config}
        onChange={(language_skills_config) => askSkills({ language_skills_config })}
        path={`${root}.skills.language_skills_config`}
        faultOf={faultOf}
      />
      <EducationSection
        value={requirements.education}
        onChange={(education) => ask({ education })}
        path={`${root}.education`}
        faultOf={faultOf}
      />
      <WordedSection
        title={words.nice}
        hint={words.niceHint}
        addWhat={words.addWhat.nice}
        placeholder={words.nicePlaceholder}
        entries={requirements.preferable_qualifications}
        onChange={(preferable_qualifications) => ask({ preferable_qualifications })}
        path={`${root}.preferable_qualifications`}
        faultOf={faultOf}
      />
      <ConditionsSection
        value={draft.conditions}
        onChange={(conditions) => onChange({ conditions })}
        fault={faultOf(`${root}.employment_conditions`)}
      />
    </Stack>
  );
}

interface SkillSectionsProps extends Pick<RequirementsFormProps, 'faultOf'> {
  skills: Requirements['skills'];
  onChange: (changes: Partial<Requirements['skills']>) => void;
}

function SkillSections({ skills, onChange, faultOf }: SkillSectionsProps) {
  return (
    <>
      <NamedSection
        title={words.hardSkills}
        hint={words.hardSkillsHint}
        what={kinds.hard_skill}
        addWhat={words.addWhat.hardSkill}
        placeholder={words.hardSkillPlaceholder}
        most={bounds.skillsPerKind}
        entries={skills.hard_skills}
        onChange={(hard_skills) => onChange({ hard_skills })}
        path={`${root}.skills.hard_skills`}
        faultOf={faultOf}
      />
      <NamedSection
        title={words.softSkills}
        hint={words.softSkillsHint}
        what={kinds.soft_skill}
        addWhat={words.addWhat.softSkill}
        placeholder={words.softSkillPlaceholder}
        most={bounds.skillsPerKind}
        entries={skills.soft_skills}
        onChange={(soft_skills) => onChange({ soft_skills })}
        path={`${root}.skills.soft_skills`}
        faultOf={faultOf}
      />
    </>
  );
}

interface ConditionsSectionProps {
  /** JSON. */
  value: string;
  onChange: (value: string) => void;
  fault: string | undefined;
}

function ConditionsSection({ value, onChange, fault }: ConditionsSectionProps) {
  const conditions = parseConditions(value);
  return (
    <Section title={words.conditions} description={words.conditionsHint}>
      <Textarea
        aria-label={words.conditions}
        placeholder={'{ "location": "Leeds", "contract": "permanent" }'}
        autosize
        minRows={3}
        maxRows={12}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: '0.8rem' } }}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        error={'fault' in conditions ? words[conditions.fault] : fault}
      />
    </Section>
  );
}
