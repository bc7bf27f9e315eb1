/** Kinds of work with words for what is done in them: what synthetic people are made of. */
export interface Family {
  name: string;
  titles: readonly string[];
  skills: readonly string[];
  tasks: readonly string[];
  fields: readonly string[];
}

const rows: readonly [name: string, titles: string, skills: string, tasks: string, fields: string][] = [
  [
    'Accounting',
    'accountant|bookkeeper|staff accountant|accounts payable clerk',
    'general ledger|accounts payable|accounts receivable|SAP|Excel|account reconciliation|payroll|QuickBooks|financial statements|budgeting',
    'Closed the books every month|Reconciled bank accounts and balance sheets|Prepared financial statements for the auditors|Processed invoices of suppliers|Planned budgets with the departments|Introduced a new accounting system',
    'Accounting|Finance|Business administration',
  ],
  [
    'Backend',
    'software engineer|backend developer|Java developer|platform engineer',
    'Java|Spring|PostgreSQL|Docker|Kubernetes|REST APIs|Python|Kafka|Linux|Git',
    'Built services that handle payments|Moved a monolith into services|Tuned slow database queries|Wrote interfaces for partners|Set up continuous delivery|Was on call for production systems',
    'Computer science|Information systems|Mathematics',
  ],
  [
    'Frontend',
    'frontend developer|web developer|UI engineer|JavaScript developer',
    'JavaScript|TypeScript|React|CSS|HTML|accessibility|Vue|testing|Figma|Node.js',
    'Built the web shop anew|Made pages accessible to screen readers|Wrote a library of components|Cut loading times by half|Worked with designers on prototypes|Tested pages in every browser',
    'Computer science|Media design|Informatics',
  ],
  [
    'Data',
    'data scientist|data analyst|machine learning engineer|BI analyst',
    'Python|SQL|statistics|machine learning|Power BI|Tableau|pandas|A/B testing|R|data modelling',
    'Forecast demand for the warehouses|Built dashboards for the board|Trained models that rank offers|Cleaned data of many sources|Designed experiments and read their results|Explained findings to colleagues',
    'Statistics|Mathematics|Physics',
  ],
  [
    'Nursing',
    'registered nurse|nurse|intensive care nurse|head nurse',
    'patient care|wound care|medication administration|triage|electronic health records|infection control|CPR|intensive care|patient education|shift planning',
    'Cared for patients after surgery|Gave medication and kept the records|Led a ward of twenty beds|Taught new nurses|Spoke with families|Watched vital signs at night',
    'Nursing|Health sciences|Midwifery',
  ],
  [
    'Teaching',
    'teacher|primary school teacher|mathematics teacher|lecturer',
    'lesson planning|classroom management|curriculum development|assessment|special education|e-learning|tutoring|mathematics|parent communication|group work',
    'Taught classes of thirty children|Planned lessons with colleagues|Prepared pupils for examinations|Spoke with parents|Led the school choir|Wrote material for online lessons',
    'Education|Mathematics|Languages',
  ],
  [
    'Sales',
    'sales manager|account executive|sales representative|key account manager',
    'negotiation|CRM|Salesforce|lead generation|account management|B2B sales|presentations|forecasting|cold calling|contract management',
    'Won new customers in the region|Looked after key accounts|Negotiated yearly contracts|Led a team of six|Presented at trade fairs|Planned sales targets',
    'Business administration|Marketing|Economics',
  ],
  [
    'Marketing',
    'marketing manager|content manager|SEO specialist|brand manager',
    'SEO|content marketing|Google Analytics|social media|campaign management|copywriting|email marketing|branding|market research|Adobe Photoshop',
    "Ran campaigns in five countries|Wrote for the company's pages|Brought the shop up in search results|Measured what campaigns earned|Led the new branding|Worked with agencies",
    'Marketing|Communication|Media studies',
  ],
  [
    'Human resources',
    'HR manager|recruiter|HR generalist|talent acquisition specialist',
    'recruiting|onboarding|labour law|payroll|interviewing|employer branding|SAP HR|training|performance management|conflict resolution',
    'Hired forty people a year|Introduced new colleagues to the company|Advised managers on labour law|Planned trainings|Ran the yearly appraisals|Wrote job advertisements',
    'Psychology|Business administration|Law',
  ],
  [
    'Mechanics',
    'mechanical engineer|design engineer|maintenance engineer|mechanic',
    'SolidWorks|AutoCAD|CNC|maintenance|hydraulics|welding|lean manufacturing|FMEA|project management|quality control',
    'Designed parts of pumps|Repaired machines on the line|Cut standstills by a third|Drew plans for suppliers|Led the audit of quality|Tested prototypes',
    'Mechanical engineering|Mechatronics|Production engineering',
  ],
  [
    'Electricity',
    'electrician|electrical engineer|automation engineer|PLC programmer',
    'PLC programming|Siemens TIA|wiring|electrical safety|SCADA|circuit design|troubleshooting|commissioning|EPLAN|robotics',
    'Wired control cabinets|Programmed controllers of packing lines|Found faults in plants|Put machines into operation abroad|Checked installations for safety|Planned the lighting of halls',
    'Electrical engineering|Automation|Electronics',
  ],
  [
    'Logistics',
    'logistics manager|warehouse supervisor|supply chain planner|dispatcher',
    'warehouse management|SAP MM|inventory control|forklift|transport planning|procurement|customs|Excel|route planning|lean',
    'Led a warehouse with fifty people|Planned tours of forty lorries|Cleared goods through customs|Counted stock and found losses|Bought packaging|Introduced scanners',
    'Logistics|Business administration|Transport',
  ],
  [
    'Cooking',
    'chef|cook|pastry chef|kitchen manager',
    'menu planning|food safety|HACCP|pastry|catering|cost control|kitchen management|purchasing|French cuisine|team leadership',
    'Cooked for two hundred guests a day|Wrote menus for each season|Kept costs in check|Trained apprentices|Ran the pastry kitchen|Bought from farms nearby',
    'Hotel management|Culinary arts|Nutrition',
  ],
  [
    'Law',
    'lawyer|legal counsel|paralegal|compliance officer',
    'contract law|compliance|litigation|legal research|GDPR|negotiation|corporate law|drafting|due diligence|arbitration',
    'Drafted contracts with suppliers|Advised the board on data protection|Led cases before court|Researched case law|Checked companies before they were bought|Trained staff in compliance',
    'Law|European law|Economics',
  ],
  [
    'Design',
    'graphic designer|UX designer|product designer|art director',
    'Figma|Adobe Illustrator|user research|prototyping|typography|branding|wireframing|InDesign|usability testing|design systems',
    'Designed the application of a bank|Asked users what they need|Drew icons and illustrations|Led a team of designers|Laid out books and reports|Built a design system',
    'Design|Fine arts|Media design',
  ],
  [
    'Support',
    'customer service agent|support specialist|call centre agent|help desk technician',
    'customer service|Zendesk|complaint handling|ticketing|phone support|troubleshooting|Windows|Active Directory|communication|upselling',
    'Answered eighty calls a day|Solved problems of users|Handled complaints|Wrote articles of the help pages|Trained new agents|Set up computers',
    'Communication|Informatics|Tourism',
  ],
  [
    'Construction',
    'civil engineer|site manager|architect|surveyor',
    'AutoCAD|site supervision|cost estimation|structural analysis|Revit|BIM|scheduling|tendering|concrete|surveying',
    'Led the building of a bridge|Planned houses of timber|Checked what builders delivered|Estimated costs of offers|Measured plots|Spoke with authorities',
    'Civil engineering|Architecture|Surveying',
  ],
  [
    'Pharmacy',
    'pharmacist|pharmacy technician|clinical research associate|laboratory technician',
    'GMP|clinical trials|pharmacology|laboratory techniques|HPLC|documentation|quality assurance|drug safety|patient counselling|regulatory affairs',
    'Advised patients on their medicine|Watched over clinical trials|Analysed samples by chromatography|Kept records for inspections|Mixed preparations|Reported side effects',
    'Pharmacy|Chemistry|Biology',
  ],
  [
    'Projects',
    'project manager|scrum master|product owner|programme manager',
    'project management|Scrum|Jira|stakeholder management|risk management|budgeting|agile|roadmaps|Kanban|PMP',
    'Led projects of a million a year|Moderated meetings of three teams|Kept the plan and its risks|Reported to the board|Wrote stories with developers|Introduced agile ways of working',
    'Business informatics|Engineering|Business administration',
  ],
  [
    'Security',
    'security engineer|penetration tester|network engineer|system administrator',
    'network security|firewalls|Linux|penetration testing|Cisco|incident response|Active Directory|ISO 27001|Bash|cloud security',
    "Tested web applications for holes|Ran the company's network|Answered to incidents|Brought the company to its certificate|Set up servers|Trained colleagues against phishing",
    'Computer science|Network engineering|IT security',
  ],
  [
    'Care',
    'caregiver|elderly care nurse|social worker|occupational therapist',
    'elderly care|dementia care|mobility assistance|counselling|care planning|documentation|first aid|empathy|case management|therapy',
    'Cared for people with dementia|Planned care with families|Led groups in a day centre|Advised families in need|Wrote reports for authorities|Trained movements after a stroke',
    'Social work|Nursing|Therapy',
  ],
  [
    'Hotel',
    'hotel manager|receptionist|event manager|tour guide',
    'reservations|Opera PMS|guest relations|event planning|revenue management|front desk|concierge services|languages|complaint handling|housekeeping',
    'Checked guests in and out|Planned weddings and conferences|Set room prices by demand|Led the reception|Showed groups around the city|Handled wishes of guests',
    'Tourism|Hotel management|Languages',
  ],
  [
    'Finance',
    'financial analyst|controller|risk analyst|treasurer',
    'financial modelling|Excel|Bloomberg|risk management|valuation|IFRS|controlling|SAP FI|forecasting|treasury',
    'Valued companies for buyers|Reported figures to the group|Modelled risks of loans|Planned cash for the year|Closed quarters under IFRS|Built forecasts',
    'Finance|Economics|Business mathematics',
  ],
  [
    'Farming',
    'agronomist|farm manager|gardener|forester',
    'crop rotation|irrigation|plant protection|soil analysis|tractor driving|pruning|animal husbandry|GPS farming|forestry|greenhouse management',
    'Led a farm of three hundred hectares|Analysed soils and advised farmers|Planted parks for the city|Kept greenhouses|Marked trees for felling|Looked after cattle',
    'Agriculture|Forestry|Biology',
  ],
];

export const families: readonly Family[] = rows.map(([name, titles, skills, tasks, fields]) => ({
  name,
  titles: titles.split('|'),
  skills: skills.split('|'),
  tasks: tasks.split('|'),
  fields: fields.split('|'),
}));
