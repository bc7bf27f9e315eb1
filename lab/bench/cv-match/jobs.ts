/** A job as a customer might post it: `[name, importance]`. */
export interface BenchJob {
  /** Name of the folder whose CVs belong to it. */
  category: string;
  description: string;
  years: number;
  industry: string;
  hardSkills: readonly (readonly [name: string, importance: number])[];
  softSkills: readonly string[];
  preferable?: string;
}

/** One job for each occupation, written by this project from what such work is, not from the CVs. */
export const jobs: readonly BenchJob[] = [
  {
    category: 'ACCOUNTANT',
    description:
      'Accountant\nYou keep our books: you post journal entries to the general ledger, reconcile accounts and banks, look after payables and receivables, close the month and prepare financial statements and tax returns.',
    years: 3,
    industry: 'Accounting',
    hardSkills: [
      ['Accounting', 5],
      ['General ledger', 4],
      ['Account reconciliation', 4],
      ['Accounts payable', 3],
      ['Financial statements', 3],
    ],
    softSkills: ['Attention to detail'],
  },
  {
    category: 'ADVOCATE',
    description:
      'Advocate\nYou stand up for people who cannot do it alone: you listen to clients, explain their rights, speak for them with authorities, courts, insurers and providers, manage their cases and refer them to services in the community.',
    years: 2,
    industry: 'Advocacy',
    hardSkills: [
      ['Advocacy', 5],
      ['Case management', 4],
      ['Crisis intervention', 3],
      ['Community outreach', 3],
      ['Referrals', 2],
    ],
    softSkills: ['Empathy'],
  },
  {
    category: 'AGRICULTURE',
    description:
      'Agricultural specialist\nYou advise farms on crops, soil, irrigation and livestock, run field trials, control pests and inspect agricultural production.',
    years: 2,
    industry: 'Agriculture',
    hardSkills: [
      ['Agriculture', 5],
      ['Crop management', 4],
      ['Agronomy', 3],
      ['Livestock management', 3],
      ['Irrigation', 2],
    ],
    softSkills: ['Reliability'],
  },
  {
    category: 'APPAREL',
    description:
      'Apparel merchandiser\nYou bring a clothing collection from the design table to the shop: you follow fabrics, patterns and samples, work with garment suppliers, plan assortments and present the merchandise.',
    years: 2,
    industry: 'Apparel',
    hardSkills: [
      ['Fashion', 5],
      ['Merchandising', 4],
      ['Textiles', 3],
      ['Fashion design', 3],
      ['Retail sales', 2],
    ],
    softSkills: ['Creativity'],
  },
  {
    category: 'ARTS',
    description:
      'Arts programme coordinator\nYou organise exhibitions, performances and art classes, work with artists and schools, and bring the visual and performing arts to the public.',
    years: 2,
    industry: 'Arts',
    hardSkills: [
      ['Fine arts', 5],
      ['Art education', 4],
      ['Exhibitions', 3],
      ['Theatre production', 2],
      ['Art history', 2],
    ],
    softSkills: ['Creativity'],
  },
  {
    category: 'AUTOMOBILE',
    description:
      'Automobile service advisor\nYou receive customers at a car dealership, inspect vehicles, explain repairs, order parts, and follow the work of the mechanics until the car is handed over.',
    years: 2,
    industry: 'Automotive',
    hardSkills: [
      ['Automotive knowledge', 5],
      ['Vehicle maintenance', 4],
      ['Automotive sales', 3],
      ['Diagnostics', 2],
      ['Customer service', 2],
    ],
    softSkills: ['Customer focus'],
  },
  {
    category: 'AVIATION',
    description:
      'Aviation maintenance and operations specialist\nYou keep aircraft airworthy and flights safe: you inspect airframes and avionics, follow FAA regulations, document maintenance and coordinate flight operations.',
    years: 3,
    industry: 'Aviation',
    hardSkills: [
      ['Aviation', 5],
      ['Aircraft maintenance', 4],
      ['Flight safety', 3],
      ['FAA regulations', 3],
      ['Avionics', 2],
    ],
    softSkills: ['Reliability'],
  },
  {
    category: 'BANKING',
    description:
      'Banker\nYou look after customers of a bank branch: you open accounts, take deposits, assess loans and mortgages, check credit and follow the rules against money laundering.',
    years: 2,
    industry: 'Banking',
    hardSkills: [
      ['Retail banking', 5],
      ['Commercial lending', 4],
      ['Credit analysis', 3],
      ['Deposits', 3],
      ['Bank operations', 3],
    ],
    softSkills: ['Integrity'],
  },
  {
    category: 'BPO',
    description:
      'BPO team leader\nYou lead a process team in a business process outsourcing centre: calls and back-office work for clients abroad, with service levels, quality and staffing to watch.',
    years: 2,
    industry: 'Business process outsourcing',
    hardSkills: [
      ['Outsourcing', 5],
      ['Call centre', 4],
      ['Back office operations', 3],
      ['Service level agreements', 3],
      ['Workforce planning', 2],
    ],
    softSkills: ['Leadership'],
  },
  {
    category: 'BUSINESS-DEVELOPMENT',
    description:
      'Business development manager\nYou find new markets and clients, build partnerships, write proposals, negotiate contracts and grow revenue.',
    years: 4,
    industry: 'Business development',
    hardSkills: [
      ['Business development', 5],
      ['Prospecting', 4],
      ['Partnerships', 4],
      ['Negotiation', 3],
      ['Sales strategy', 3],
    ],
    softSkills: ['Persuasion'],
  },
  {
    category: 'CHEF',
    description:
      'Chef\nYou run the kitchen of a restaurant: you plan menus, cook, lead the kitchen staff, watch food cost and keep hygiene rules.',
    years: 3,
    industry: 'Hospitality',
    hardSkills: [
      ['Cooking', 5],
      ['Kitchen management', 4],
      ['Menu planning', 4],
      ['Food safety', 3],
      ['Food cost control', 2],
    ],
    softSkills: ['Teamwork'],
  },
  {
    category: 'CONSTRUCTION',
    description:
      'Construction manager\nYou run building sites: you read blueprints, estimate cost, direct subcontractors, keep to building codes and safety rules and hand over on time.',
    years: 3,
    industry: 'Construction',
    hardSkills: [
      ['Construction', 5],
      ['Construction management', 4],
      ['Subcontractor management', 3],
      ['Blueprint reading', 3],
      ['Cost estimating', 2],
    ],
    softSkills: ['Leadership'],
  },
  {
    category: 'CONSULTANT',
    description:
      'Consultant\nYou advise clients: you analyse their business, work out recommendations, run workshops and see changes through.',
    years: 3,
    industry: 'Consulting',
    hardSkills: [
      ['Management consulting', 5],
      ['Business analysis', 3],
      ['Process improvement', 3],
      ['Strategic planning', 2],
      ['Client relations', 2],
    ],
    softSkills: ['Analytical thinking'],
  },
  {
    category: 'DESIGNER',
    description:
      'Designer\nYou turn briefs into designs: you sketch concepts, make layouts in Photoshop, Illustrator and InDesign, choose type and colour and prepare files for print and screen.',
    years: 3,
    industry: 'Design',
    hardSkills: [
      ['Graphic design', 5],
      ['Adobe Creative Suite', 4],
      ['Photoshop', 3],
      ['Layout', 3],
      ['Creative concepts', 3],
    ],
    softSkills: ['Creativity'],
  },
  {
    category: 'DIGITAL-MEDIA',
    description:
      'Digital media manager\nYou plan and run our online campaigns: social media, search, display and email, the content of our website, and the figures that tell what works.',
    years: 3,
    industry: 'Digital media',
    hardSkills: [
      ['Digital marketing', 5],
      ['Social media marketing', 4],
      ['SEO', 3],
      ['Content creation', 3],
      ['Google Analytics', 3],
    ],
    softSkills: ['Creativity'],
  },
  {
    category: 'ENGINEERING',
    description:
      'Engineer\nYou design, test and improve technical systems: you draw in CAD, write specifications, install and calibrate equipment, find faults and supervise technicians.',
    years: 3,
    industry: 'Engineering',
    hardSkills: [
      ['Engineering', 5],
      ['CAD', 4],
      ['Mechanical engineering', 3],
      ['Electrical engineering', 3],
      ['Technical troubleshooting', 3],
    ],
    softSkills: ['Problem solving'],
  },
  {
    category: 'FINANCE',
    description:
      'Finance manager\nYou plan budgets and forecasts, analyse variances, report to management, watch cash flow and prepare audits.',
    years: 3,
    industry: 'Finance',
    hardSkills: [
      ['Financial analysis', 5],
      ['Budgeting', 4],
      ['Financial reporting', 4],
      ['Forecasting', 3],
      ['Auditing', 2],
    ],
    softSkills: ['Analytical thinking'],
  },
  {
    category: 'FITNESS',
    description:
      'Fitness trainer\nYou train members of a gym alone and in groups, assess their fitness, write exercise programmes and advise on nutrition and wellness.',
    years: 1,
    industry: 'Fitness',
    hardSkills: [
      ['Fitness training', 5],
      ['Group exercise', 4],
      ['Exercise prescription', 3],
      ['Nutrition', 3],
      ['CPR', 2],
    ],
    softSkills: ['Enthusiasm'],
  },
  {
    category: 'HEALTHCARE',
    description:
      'Healthcare coordinator\nYou coordinate care between patients, physicians, clinics and insurers: you keep medical records, explain treatment, handle health insurance questions and protect patient data.',
    years: 2,
    industry: 'Healthcare',
    hardSkills: [
      ['Healthcare', 5],
      ['Patient care', 4],
      ['Medical records', 3],
      ['Health insurance', 3],
      ['Medical terminology', 2],
    ],
    softSkills: ['Empathy'],
  },
  {
    category: 'HR',
    description:
      'HR manager\nYou recruit and onboard staff, advise managers on employee relations, run benefits and performance reviews and keep personnel records.',
    years: 3,
    industry: 'Human resources',
    hardSkills: [
      ['Human resources', 5],
      ['Recruitment', 4],
      ['Employee relations', 4],
      ['Benefits administration', 3],
      ['Onboarding', 3],
    ],
    softSkills: ['Interpersonal skills'],
  },
  {
    category: 'INFORMATION-TECHNOLOGY',
    description:
      'Information technology manager\nYou run networks, servers and the help desk, protect our systems, bring new software in and lead the IT team.',
    years: 3,
    industry: 'Information technology',
    hardSkills: [
      ['Information technology', 5],
      ['Network administration', 4],
      ['System administration', 4],
      ['Technical support', 3],
      ['IT management', 3],
    ],
    softSkills: ['Problem solving'],
  },
  {
    category: 'PUBLIC-RELATIONS',
    description:
      'Public relations officer\nYou speak for our organisation: you write press releases, look after journalists, place stories, organise events and advise in a crisis.',
    years: 3,
    industry: 'Public relations',
    hardSkills: [
      ['Public relations', 5],
      ['Media relations', 4],
      ['Press releases', 4],
      ['Event planning', 3],
      ['Corporate communications', 3],
    ],
    softSkills: ['Communication'],
  },
  {
    category: 'SALES',
    description:
      'Sales representative\nYou advise customers, sell our products, reach your sales goals, look after accounts and win new ones.',
    years: 2,
    industry: 'Sales',
    hardSkills: [
      ['Sales', 5],
      ['Retail sales', 4],
      ['Customer service', 3],
      ['Sales goals', 3],
      ['Point of sale', 2],
    ],
    softSkills: ['Communication'],
  },
  {
    category: 'TEACHER',
    description:
      'Teacher\nYou teach a class, plan lessons, adapt the curriculum, assess students, keep order in the classroom and talk with parents.',
    years: 2,
    industry: 'Education',
    hardSkills: [
      ['Teaching', 5],
      ['Lesson planning', 4],
      ['Classroom management', 4],
      ['Curriculum development', 3],
      ['Student assessment', 3],
    ],
    softSkills: ['Patience'],
  },
];
