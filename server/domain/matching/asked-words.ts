const listed = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

/** Words that say how well, how long or that something was done, not what. */
export const vague = listed(
  `experience experiences experienced knowledge knowledgeable skill skills skilled ability abilities able good great strong excellent proven
  working understanding proficiency proficient familiarity familiar basic basics advanced expert expertise solid sound deep thorough extensive
  hands on hand professional practical demonstrated demonstrable track record background year years month least minimum min over more than
  relevant related similar equivalent comparable field fields plus preferred preferable preferably desirable required requirement must have has
  having had using use used include including includes other various high higher level above below up role roles position positions capacity
  prior previous past previously very ideally nice candidate candidates job jobs work worked works fluent fluency native command intermediate
  senior junior sr jr lead principal head well area areas environment environments etc e.g i.e speaker speaking speak speaks language languages
  conversational elementary mastery is are be being been as at least systems tools building developing under within spoken written oral
  regulations rules creating delivering performing providing implementing maintaining supporting a1 a2 b1 b2 c1 c2
  holds hold holding held holder possess possesses possession valid current active up-to-date state certified certificate certificates
  certification certifications licence licences license licenses licensed licensure credential credentials qualified qualification
  qualifications led leads leading managed manages managing ran run runs running facing worth size minimum exposure evidence show shows shown
  someone who whose person people that which this such same type kind kinds least day day-to-day everyday full part time comfortable confident
  willing willingness preferably ideal essential highly successfully successful success history handled handling dealt dealing involved
  responsible responsibility responsibilities direct directly any all both each every won win wins winning after speed rate`,
);

/** Of those, nouns that tell something before another noun: "job evaluation", "candidate experience". */
export const modifiers = listed(
  'job candidate environment system systems tool tools language languages field',
);

/** What most work is done to or with: naming it narrows nothing down. */
export const genericObjects = listed(
  `team teams staff people employees employee person persons crew colleagues department customers customer clients client data records record
  information documents work tasks things books accounts business company companies projects project products services needs questions
  day daily personnel workers reports others`,
);

/** Nouns for people that say nothing of what they do. */
export const genericPeople = listed(
  `people persons person employees employee staff staffers workers worker reports fte ftes subordinates personnel headcount members member
  associates individuals colleagues crew crews workforce hires professionals team teams customer customers client clients more`,
);

/** Words that mean the same where they narrow something down; one that begins a row, or stands second in it, is found when any of the row is. */
export const sameWords: readonly (readonly string[])[] = `
  children, child, kids, pupils, pupil, schoolchildren, preschool, kindergarten, toddlers, elementary, infants, boys, girls, primary school, elementary school, middle school, high school, secondary school, year-olds, graders
  residential, houses, homes, house, home, flats, apartments, dwellings, villas, condominiums
  classroom, class, classes, school, pupils, students, lessons
  adults, adult, university, college, professionals, employees
  teenagers, teenager, teens, adolescents, youths, high school, secondary school, year-olds
  elderly, old, older, seniors, residents, dementia, geriatric, nursing
  customers, customer, clients, client, guests, patrons, shoppers
  team, teams, staff, crew, people, employees, associates, personnel, subordinates
  restaurant, restaurants, dining, kitchen
  operating, theatre, theatres, perioperative, surgical, surgery, surgeries, surgeon, operating room
  hospital, hospitals, clinic, medical, ward
  software, programming, code, applications, application, programmer, developer
  own, owner, owners, owned, co-owner, proprietor, self-employed, founder, founded, entrepreneur
  sites, site, locations, location, branches, facilities
  warehouse, warehouses, distribution, depot
  corporate, corporation, company
  budget, budgets, budgeting, budgetary
  online, web, internet, digital, ecommerce
  international, global, multinational, worldwide, overseas
  award, awards, awarded, winner, prize, prizes
  commercial, business, corporate
  luxury, upscale, five-star, 5-star, high-end, first-class
  public, government, municipal, state, federal
`
  .trim()
  .split('\n')
  .map((row) => row.trim().split(', '));

/** Of such words it is known what else says the same, and so what does not. */
export const isToldApart = (word: string): boolean =>
  sameWords.some((row) => row[0] === word || row[1] === word);
