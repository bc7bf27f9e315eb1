import type { CvWords } from '../pack.ts';

export const cv: CvWords = {
  headings: {
    summary: '자기소개|소개|요약|프로필',
    experience: '경력|경력사항|경력 사항|근무경력|업무 경험',
    education: '학력|학력사항|학력 사항|교육',
    skills: '기술|보유기술|보유 기술|스킬|역량',
    languages: '언어|외국어|어학|어학능력',
    certificates: '자격증|자격사항|자격 사항',
    projects: '프로젝트',
    awards: '수상|수상경력|수상내역',
    publications: '논문',
    volunteering: '봉사활동',
    interests: '취미',
    references: '추천인',
    contact: '연락처|인적사항|개인정보',
    other: '기타',
  },
  titlesInside:
    '사원|대리|과장|차장|부장|팀장|매니저|엔지니어|개발자|디자이너|컨설턴트|교사|강사|간호사|의사|변호사|인턴|주임|연구원|대표|직원|담당',
  companiesInside: '주식회사|\\(주\\)|㈜|은행|병원|회사',
  schoolsInside: '대학교|대학원|대학|고등학교|학교',
  degrees: {
    doctorate: '박사',
    master: '석사',
    bachelor: '학사|대졸',
    vocational: '전문학사|전문대',
    school: '고등학교 졸업|고졸',
  },
  languageLevels: {
    C2: '원어민 수준',
    C1: '유창|고급|비즈니스',
    B2: '중상급',
    B1: '중급|일상회화',
    A2: '초급|기초',
  },
  nativeLanguage: '모국어|원어민',
  nativeLanguageInside: '모국어|원어민',
  languageLevelsInside: {
    C1: '유창|고급',
    B1: '중급|일상회화',
    A2: '초급|기초',
  },
  dates: {
    todayBehind: '현재|재직\\s?중',
    until: '부터',
  },
  personalDetails: '생년월일|나이|성별|국적|결혼',
  stillStudying: '재학',
  documentTitles: '이력서',
  years: '년',
  schoolNamesInside: '대학교|고등학교',
  languageNames: {
    한국말: 'ko',
    영어: 'en',
  },
};
