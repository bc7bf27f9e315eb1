import type { CvWords } from '../pack.ts';

export const cv: CvWords = {
  headings: {
    summary: 'resumo|resumo profissional|perfil profissional|sobre|sobre mim',
    experience:
      'experiencia profissional|historico profissional|percurso profissional|experiencias profissionais',
    education: 'formacao|formacao academica|educacao|escolaridade|habilitacoes|habilitacoes academicas',
    skills: 'competencias tecnicas|conhecimentos|habilidades e competencias',
    languages: 'linguas',
    certificates: 'certificacoes|cursos e certificacoes|formacao complementar',
    projects: 'projetos',
    awards: 'premios e reconhecimentos|conquistas',
    publications: 'publicacoes',
    interests: 'interesses',
    contact: 'contato|contacto e dados|dados pessoais|informacoes pessoais',
    other: 'informacoes adicionais',
  },
  titles:
    'engenheiro|engenheira|desenvolvedor|desenvolvedora|diretor|diretora|coordenador|coordenadora|assistente|estagiário|estagiária|estágio|professor|professora|contabilista|enfermeiro|enfermeira|médico|advogado|advogada|técnico de|operador|supervisor|supervisora|consultor|programador|recepcionista|cozinheiro|motorista|secretária|chefe',
  companies: 'ltda|eireli|lda',
  schools: 'universidade|faculdade|escola',
  degrees: {
    doctorate: 'doutorado|doutoramento',
    master: 'mestrado',
    bachelor: 'graduação|bacharel(?:ado)?|bacharelato',
    vocational: 'curso técnico|técnico em|tecnólogo',
    school: 'ensino médio|ensino secundário|12º ano',
  },
  languageLevels: {
    C1: 'fluente|avançado',
    B2: 'bom',
    B1: 'intermediário|intermédio',
  },
  nativeLanguage: 'língua materna',
  nameLabels: 'nome(?: completo)?',
  careerBreaks:
    'licença (?:maternidade|paternidade|parental|médica|sabática)|pausa na carreira|ano sabático|desempregad[oa]|procura de emprego|à procura de emprego',
  dates: {
    today:
      'atual|atualmente|o momento|hoje|presente|agora|em andamento|em curso|dias atuais|data atual|dias de hoje',
    until: 'até|ao|à|ate',
    articles: 'o',
    months: {
      '5': 'maio',
      '10': 'out',
    },
    of: 'de|do',
    about: 'cerca de',
    between: 'entre',
    terms: 'semestre',
    quarter: 'trimestre',
    half: 'semestre',
    fiscal: 'ano|ano letivo|exercício|anos',
    parts: {
      early: 'início|começo|princípio',
      mid: 'meados',
      end: 'fim|final|finais',
      spring: 'primavera',
      summer: 'verão',
      autumn: 'outono',
      winter: 'inverno',
    },
  },
  personalDetails: 'data de nascimento|naturalidade|idade\\b|nacionalidade|filhos\\b',
  askedDegrees: {
    doctorate: 'doutorado',
    master: 'mestrado',
  },
  years: 'anos',
  fieldLeads: 'em',
  nameParticles: 'da|dos|de|do|das|e',
  schoolNameLinks: 'do|da',
};
