/**
 * The people of the sample candidates, all invented: their CVs as `cvPdf` reads them, and the job they want. Robin Sample is who
 * speaks in interview.mp3.
 */
export const sampleJob = {
  position_id: 'sample-logistics-manager',
  job_description:
    'Logistics Manager, fresh food\nYou plan the deliveries of a warehouse with fifty people, keep waste low, negotiate with suppliers and lead the team.',
  config: {
    requirements: {
      workExperience: { from: 4, to: 20, importance: 4 },
      relevant_industries: ['Logistics'],
      skills: {
        hard_skills: [
          { name: 'Warehouse management', importance: 5 },
          { name: 'Delivery planning', importance: 4 },
          { name: 'Supplier management', importance: 4 },
          { name: 'SAP', importance: 2 },
          { name: 'Excel', importance: 2 },
        ],
        soft_skills: [{ name: 'Negotiation', importance: 3 }],
        language_skills_config: [{ name: 'English', level: 'B2', importance: 4 }],
      },
      education: {
        is_enabled: true,
        degree: 'Bachelor',
        fields: ['Engineering', 'Logistics'],
        importance: 2,
      },
      minimal_qualifications: [{ text: 'At least 3 years in a warehouse', importance: 5 }],
      preferable_qualifications: [{ text: 'Has led a team', importance: 3 }],
    },
  },
};

export const samplePeople = [
  {
    id: 'sample-robin',
    name: 'Robin Sample',
    email: 'robin.sample@people.example',
    cv: `# Robin Sample
Logistics Manager
robin.sample@people.example

## Summary
Logistics manager with a degree in engineering and nine years in fresh food, from the warehouse floor to forty suppliers.

## Experience
### Logistics Manager
Greenleaf Fresh Foods Ltd
June 2018 - Present
- Delivery planning for restaurants and warehouse management
- Leads a team of eight
- Supplier management for about forty suppliers; negotiated with four farms when the largest one closed
- Cut the waste of vegetables from twelve to five percent by changing the evening schedule
- Keeps a contingency plan and reviews it every January

### Warehouse Assistant
Greenleaf Fresh Foods Ltd
September 2015 - May 2018
- Received, checked and stored deliveries
- Kept the stock list in Excel

## Education
### Bachelor of Engineering
Northfield University, 2011 - 2015

## Skills
Warehouse management, delivery planning, supplier management, negotiation, Excel

## Languages
English (C1), Portuguese (native)`,
  },
  {
    id: 'sample-kim',
    name: 'Kim Sample',
    email: 'kim.sample@people.example',
    cv: `# Kim Sample
Shop Assistant
kim.sample@people.example

## Experience
### Shop Assistant
Corner Grocery
March 2023 - Present
- Serves customers and orders goods in Excel
- Unpacks deliveries twice a week

### Apprentice in retail
Corner Grocery
August 2020 - February 2023

## Education
### Secondary school
Eastfield, 2014 - 2020

## Skills
Customer service, Excel

## Languages
English (B2), Polish (native)`,
  },
] as const;

/** What the interviewer of interview.mp3 was to ask, by its turns; the last is its farewell. */
export const sampleQuestions = [
  { number: 1, text: 'Tell me a little about yourself, and about your work so far.', mustAsk: false },
  { number: 2, text: 'Describe a project that you are proud of.', mustAsk: false },
  { number: 3, text: 'Tell me about a time when something went wrong. What did you do?', mustAsk: true },
  { number: 4, text: 'Why would you like to work for our company?', mustAsk: false },
];
export const sampleAsks = [
  { asks: 'question', question: 1 },
  { asks: 'question', question: 2 },
  { asks: 'follow-up', question: 2 },
  { asks: 'question', question: 3 },
  { asks: 'follow-up', question: 3 },
  { asks: 'question', question: 4 },
  {},
] as const;
