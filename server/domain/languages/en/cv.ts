import type { CvWords } from '../pack.ts';

export const cv: CvWords = {
  headings: {
    summary:
      'summary|professional summary|executive summary|career summary|profile|professional profile|personal profile|career profile|executive profile|about|about me|objective|career objective|professional objective|career overview|professional overview|overview|career focus|personal statement|core qualifications summary|summary of qualifications|qualifications summary|introduction|background|statement|professional background',
    experience:
      'experience|work experience|professional experience|employment|employment history|work history|career history|employment experience|relevant experience|related experience|other experience|additional experience|previous experience|additional work experience|teaching experience|military experience|clinical experience|professional employment|job experience|experience and employment|internships|internship|internship experience|internships and experience|positions held|work experiences|experiences|professional history|leadership experience|military service|career experience|professional work experience|business experience|industry experience',
    education:
      'education|education and training|educational background|academic background|academic qualifications|education and certifications|education and qualifications|academic history|educational qualifications|academics|qualifications and education|training and education|education background|academic credentials|education history|formal education|studies|education and credentials|education and certification|scholastic',
    skills:
      'skills|key skills|core skills|technical skills|professional skills|skill highlights|highlights|core competencies|competencies|areas of expertise|expertise|core qualifications|qualifications|qualification highlights|skills and abilities|computer skills|it skills|software|technologies|technology|tools|skill set|skills summary|summary of skills|relevant skills|additional skills|other skills|areas of strength|strengths|key strengths|core strengths|specialties|specializations|technical proficiencies|technical expertise|technical summary|key competencies|hard skills|soft skills|skills and expertise|skills and tools|skills and technologies|technical qualifications|technical competencies|abilities|areas of knowledge|career highlights skills|computer proficiency|software skills|interpersonal skills|special skills',
    languages: 'languages|language skills|language|languages spoken|foreign languages|language proficiency',
    certificates:
      'certifications|certification|certificates|certificate|licenses|licences|license|licensure|licenses and certifications|certifications and licenses|certifications and licensure|credentials|professional certifications|professional certification|training|trainings|training and certifications|professional development|courses|coursework|continuing education|certifications and training|professional training|professional licenses|additional training|specialized training',
    projects:
      'projects|key projects|selected projects|personal projects|academic projects|project experience|project|major projects|relevant projects',
    awards:
      'awards|honors|honours|achievements|accomplishments|core accomplishments|major accomplishments|career accomplishments|additional accomplishments|major achievements|career achievements|awards and honors|honors and awards|key achievements|key accomplishments|awards and achievements|professional accomplishments|selected accomplishments|recognition|career highlights|notable achievements|accolades|awards and recognition|academic honors|selected achievements',
    publications:
      'publications|selected publications|presentations|publications and presentations|research|research experience|papers|patents|conferences',
    volunteering:
      'volunteer|volunteering|volunteer experience|volunteer work|community service|community involvement|civic activities|community|volunteer activities|extracurricular activities|activities|leadership|leadership activities',
    interests: 'interests|hobbies|hobbies and interests|personal interests|interests and hobbies',
    references: 'references|reference|professional references|reference available',
    contact:
      'contact|contact information|contact details|contact info|personal information|personal details|personal data|personal info|address',
    other:
      'additional information|other information|other|miscellaneous|affiliations|memberships|professional affiliations|professional memberships|associations|professional associations|security clearance|availability|keywords|additional|military|personal|timeline|additional details|clearance',
  },
  titles:
    'accountant|accounting|actor|actress|administrator|admin|adviser|advisor|advocate|agent|aide|ambassador|analyst|animator|apprentice|architect|artist|assembler|assistant|associate|attendant|attorney|auditor|author|baker|banker|barista|bartender|bookkeeper|broker|builder|buyer|captain|caregiver|caretaker|carpenter|cashier|caterer|chair|chairman|chairperson|chancellor|chef|chief|clerk|cleaner|clinician|coach|commander|commissioner|composer|concierge|conductor|consultant|contractor|controller|comptroller|cook|coordinator|co-ordinator|copywriter|counsel|counselor|counsellor|courier|curator|custodian|dealer|dean|dentist|deputy|designer|detective|developer|dietitian|director|dispatcher|doctor|doorman|draftsman|drafter|driver|editor|educator|electrician|employee|engineer|entrepreneur|estimator|evaluator|examiner|executive|expert|fabricator|facilitator|farmer|fellow|finisher|firefighter|foreman|founder|co-founder|freelancer|fundraiser|gardener|generalist|governor|graduate assistant|grower|guard|guide|hairdresser|handler|head|housekeeper|host|hostess|hygienist|illustrator|inspector|installer|instructor|intern|internship|interpreter|investigator|janitor|journalist|judge|laborer|labourer|lawyer|lead|leader|lecturer|librarian|lieutenant|lifeguard|liaison|loader|machinist|manager|mgr|marketer|mason|mechanic|mediator|member|mentor|merchandiser|merchant|messenger|midwife|model|musician|nanny|negotiator|notary|nurse|nutritionist|officer|operator|optician|optometrist|organizer|owner|packer|painter|paralegal|paramedic|partner|pathologist|performer|pharmacist|phlebotomist|photographer|physician|physiotherapist|pianist|pilot|planner|plumber|policeman|porter|postdoc|practitioner|preparer|president|principal|processor|producer|professor|programmer|promoter|proprietor|psychologist|publicist|purchaser|realtor|receptionist|recruiter|registrar|reporter|rep|representative|researcher|restorer|reviewer|roofer|salesman|salesperson|sales|scheduler|scientist|secretary|sergeant|server|shopper|singer|soldier|solicitor|sourcer|specialist|stocker|strategist|student|stylist|superintendent|supervisor|supporter|surgeon|surveyor|tailor|teacher|technician|technologist|tech|teller|temp|tester|therapist|trader|trainee|trainer|translator|treasurer|tutor|underwriter|usher|vet|veterinarian|vice president|vp|svp|avp|ceo|cfo|cto|coo|cmo|cio|volunteer|waiter|waitress|warden|weaver|welder|worker|writer|yogi|hr|crew chief|team member|crew member|staff|personnel|help desk|apprenticeship|scrum master|product owner|sous chef|line cook',
  companies:
    'inc|llc|llp|ltd|limited|plc|corp|corporation|company|co|group|holdings?|partners|associates|bank|agency|studios?|enterprises?|industries|solutions|systems|services|technologies|consulting|consultants|international|global|laboratories|labs|foundation|ministry|department|dept|county|city of|state of|army|navy|air force|marine corps|clinic|hospital|medical center|health|healthcare|church|hotel|restaurant|resort|store|stores|center|centre|association|society|club|council|bureau|airlines|motors|media|productions|press|authority|commission|institute|museum|theatre|theater',
  schools:
    'university|universities|univ|college|school|academy|institute|polytechnic|conservatory|seminary|faculty|lyceum|high school|community college|business school|law school|graduate school|mit|ucla|suny|cuny',
  degrees: {
    doctorate:
      'ph\\.?\\s?d\\.?|d\\.?phil\\.?|doctorate|doctoral|doctor of [\\p{L}]+|juris doctor(?:ate)?|j\\.?d\\.?|m\\.?d\\.?|ed\\.?d\\.?|pharm\\.?\\s?d\\.?|dds|dnp|psy\\.?d\\.?',
    master:
      "(?<!scrum |head |station |harbou?r )master(?:[’']?s)?(?: (?:of|in|degree)[\\p{L} ]{0,60})?(?! (?:certi?f|class|black belt|electrician|plumber|chef|craftsman|trainer|gardener|mason|technician|mechanic|sergeant|data))|m\\.?b\\.?a\\.?|e?mba|m\\.?sc\\.?|m\\.?s\\.?|m\\.?a\\.?|m\\.?eng\\.?|m\\.?ed\\.?|m\\.?p\\.?a\\.?|m\\.?p\\.?h\\.?|m\\.?f\\.?a\\.?|ll\\.?m\\.?|m\\.?phil\\.?|m\\.?tech\\.?|m\\.?com\\.?|m\\.?c\\.?a\\.?|m\\.?s\\.?w\\.?|macc",
    bachelor:
      "bachelor(?:[’']?s)?(?: (?:of|in|degree)[\\p{L} ]{0,60})?|b\\.?sc\\.?|b\\.?s\\.?|b\\.?a\\.?|b\\.?b\\.?a\\.?|b\\.?eng\\.?|b\\.?tech\\.?|b\\.?com\\.?|b\\.?ed\\.?|b\\.?f\\.?a\\.?|b\\.?c\\.?a\\.?|b\\.?s\\.?n\\.?|b\\.?e\\.?|ll\\.?b\\.?|a\\.?b\\.?|undergraduate degree|baccalaureate",
    vocational:
      "(?<=^\\s*)(?:associate|assoc\\.?|ass\\.?)(?=\\s*[:,])|associate(?:[’']?s)? (?:degree|of|in)[\\p{L} ]{0,30}|associate[’']s|a\\.?a\\.?s?\\.?|a\\.?s\\.?|higher national diploma|hnd|hnc|nvq|btec|diploma|vocational|technical (?:degree|certificate|diploma)|trade school|certificate|postgraduate certificate|apprenticeship",
    school:
      'h\\.\\s?s\\.?|high school(?: diploma)?|secondary school|g\\.?e\\.?d\\.?|(?:general )?certificate of (?:secondary )?education|gce|diploma of secondary|a[- ]levels?|gcses?|o[- ]levels?|hsc|ssc|10th|12th',
  },
  languageLevels: {
    C2: 'bilingual|near native|mastery|proficient user',
    C1: 'fluent|fluently|full professional|full professional proficiency|advanced|excellent|proficient',
    B2: 'professional working|professional working proficiency|working proficiency|working knowledge|upper intermediate|very good|good|professional|business|conversational and business|good command',
    B1: 'intermediate|conversational|conversant|limited working|limited working proficiency|moderate|fair|proficiency',
    A2: 'basic|basics|elementary|beginner|limited|rusty|some|school',
  },
  nativeLanguage: 'native|native speaker|mother tongue|first language|native or bilingual',
  nameParticles: 'st|mac|mc',
  nameLabels: '(?:full |candidate |applicant |candidate’s )?name|applicant|candidate',
  careerBreaks:
    'career break|career gap|gap year|parental leave|maternity leave|paternity leave|family leave|adoption leave|medical leave|sick leave|leave of absence|sabbatical|unemployed|unemployment|between jobs|job search|seeking employment|time off|family time|travelling|traveling|world trip|time out|stay at home (?:mom|mum|mother|dad|father|parent)',
  dates: {
    today:
      'present|presently|current|currently|now|today|(?:to |till |until )?date|(?:till|until) now|ongoing|(?:the )?present day|in progress|continuing|up to now|this day|at present|nowadays',
    until: 'to|till|until|through|thru|[-–—]\\s*to|til|up to|upto|up until',
    since: 'since|from',
    articles: 'the',
    months: {
      '2': 'feb',
      '5': 'may',
      '9': 'sept',
      '11': 'nov',
    },
    of: 'of',
    about: 'circa|ca|c|approx|approximately|about|around|roughly|est',
    between: 'between',
    terms: 'semester|sem|term|quarter|trimester|session',
    quarter: 'q|qtr|quarter',
    half: 'h|hy|half|semester',
    fiscal: 'fy|fiscal year|fiscal|financial year|school year|academic year|ay|sy|years?|season',
    parts: {
      beginning: 'beginning|start',
      early: 'early',
      mid: 'mid|middle',
      late: 'late',
      end: 'end',
      spring: 'spring',
      summer: 'summer',
      autumn: 'fall|autumn',
      winter: 'winter',
    },
  },
  personalDetails:
    'd\\.?o\\.?b\\b|(?:date|place|year) of birth|birth ?(?:date|day|place)|born\\b|age\\b|gender\\b|sex\\b|nationality|citizenship|citizen of|marital status|civil status|religion|race\\b|ethnicity|ethnic origin|passport|visa status|children\\b|photo(?:graph)?\\b|height\\b|weight\\b|pronouns\\b|father|mother|spouse|husband|wife',
  askedDegrees: {
    doctorate: 'ph\\.?\\s?d|doctor(?:ate|al)?|dphil',
    master: 'master\\p{L}*|m\\.?sc|m\\.?a|mba|m\\.?eng|m\\.?b\\.?a',
    bachelor:
      'bachelor\\p{L}*|b\\.?sc|b\\.?a|b\\.?s|b\\.?eng|undergraduate degree|university degree|college degree|degree',
    vocational: 'associate|vocational|diploma|certificate|apprenticeship|a\\.?a\\.?s?',
    school: 'high school|secondary school|ged|a-levels?|school',
  },
  askedDegreeParts:
    'apprenticeship|vocational (?:training|qualification|education)|degree|diploma|bachelor|master|ph\\.?d|doctor|graduat|school|b\\.?sc|m\\.?sc|mba',
  stillStudying:
    'in progress|pursuing|currently (?:enrolled|attending|studying)|expected|anticipated|ongoing|candidate|not completed',
  documentTitles: 'curriculum vitae|cv|resume',
  years: 'years?|yrs?',
  headingJoint: 'and',
  at: 'at',
  fieldLeads: 'in|of|major(?:ing)? in',
  schoolNames: 'Universit\\p{L}*|College|Institute|School|Academy|Polytechnic\\p{L}*',
  schoolNameLinks: 'of|for|at|and|the|in',
  schoolPlaceLinks: 'at',
  honorifics: 'Mr|Mrs|Ms|Miss|Mx|Dr|Prof',
  languageNames: {
    mandarin: 'zh',
    cantonese: 'zh',
    'mandarin chinese': 'zh',
    farsi: 'fa',
    tagalog: 'tl',
    castilian: 'es',
    flemish: 'nl',
    bengali: 'bn',
    panjabi: 'pa',
  },
};
