/** Invented candidates for one job, from a good fit to none; layout marks as `cvPdf` reads them. */
export const cvTexts: Readonly<Record<string, string>> = {
  'jane-baker.pdf': `# Jane Baker
Senior Accountant
Leeds · jane.baker@example.org · +44 20 7946 0000

## Summary
Accountant with eight years in trade and banking and a calm hand for month-end closing and audits.

## Experience
### Senior Accountant
Northwind Traders Ltd, Leeds
March 2021 - Present
- Reconciled bank accounts and posted journal entries to the general ledger
- Prepared financial statements and tax returns in QuickBooks
- Supervised two junior accountants and trained them in accounts payable
- Cut the month-end close from nine days to five

### Accountant
Contoso Bank, York
January 2018 - February 2021
- Processed accounts payable and accounts receivable and prepared budgets
- Led the migration of supplier invoices to SAP

## Education
### Bachelor of Science in Accounting
University of Leeds, 2014 - 2017

## Skills
Excel, SAP, QuickBooks, PowerPoint, customer service, forecasting, attention to detail

## Languages
English (native), German (B2)`,
  'tomas-novak.pdf': `# Tomas Novak
Accounts Payable Specialist
Brno · tomas.novak@example.org

## Experience
### Accounts Payable Specialist
Fabrikam Logistics, Brno
June 2020 - Present
- Processed 900 supplier invoices a month and solved differences with suppliers
- Reported open items in Excel every week
- Helped with the account reconciliation at month end

### Office Assistant
Adventure Works, Brno
September 2018 - May 2020
- Filed documents, answered the telephone and booked travel

## Education
### Secondary school of commerce
Brno, 2014 - 2018

## Skills
Excel, invoice processing, teamwork

## Languages
Czech (native), English (B2)`,
  'amara-okafor.pdf': `# Amara Okafor
Financial Controller
London · amara.okafor@example.org

## Summary
Chartered accountant who builds reporting that people read.

## Experience
### Financial Controller
Tailspin Toys plc, London
May 2017 - Present
- Responsible for the general ledger, financial statements and statutory accounts of four companies
- Introduced account reconciliation every week in place of every quarter
- Led a team of six in accounts payable, accounts receivable and payroll
- Worked with auditors and tax authorities

### Accountant
Wingtip Audit LLP, London
October 2012 - April 2017
- Audited retail and manufacturing companies
- Built financial models in Excel

## Education
### Master of Science in Accounting and Finance
London School of Economics, 2011 - 2012
### Bachelor of Arts in Economics
University of Lagos, 2007 - 2011

## Skills
General ledger, consolidation, IFRS, Excel, SAP, Power BI, leadership, attention to detail

## Languages
English (native), French (C1)`,
  'lukas-meier.pdf': `# Lukas Meier
Chef de partie
Zürich · lukas.meier@example.org

## Experience
### Chef de partie
Hotel Alpenblick, Zürich
April 2019 - Present
- Cooked for up to 180 guests an evening
- Ordered goods, checked deliveries and kept the stock list in Excel
- Trained three apprentices

### Commis de cuisine
Restaurant Seegarten, Luzern
August 2016 - March 2019
- Prepared starters and desserts

## Education
### Apprenticeship as a cook
Luzern, 2013 - 2016

## Languages
German (native), English (B1)`,
  'priya-raman.pdf': `# Priya Raman
Accountant
Manchester · priya.raman@example.org

## Experience
### Accountant
Litware Energy, Manchester
February 2022 - Present
- Keeps the general ledger and does the account reconciliation of eleven bank accounts
- Prepares the financial statements with the controller
- Wrote Excel macros that check postings

### Accounting trainee
Litware Energy, Manchester
September 2020 - January 2022
- Rotated through accounts payable, accounts receivable and payroll

## Education
### Bachelor of Science in Accounting
University of Manchester, 2017 - 2020

## Skills
Excel, SQL, SAP, forecasting

## Languages
English (C2), Tamil (native)`,
};

export const accountantJob = {
  position_id: 'accountant-leeds',
  job_description:
    'Accountant, Leeds\nYou keep our books: you post journal entries to the general ledger, reconcile accounts and banks, look after payables and receivables, close the month and prepare financial statements.',
  config: {
    requirements: {
      workExperience: { from: 3, to: 15, importance: 4 },
      relevant_industries: ['Accounting'],
      skills: {
        hard_skills: [
          { name: 'General ledger', importance: 5 },
          { name: 'Account reconciliation', importance: 4 },
          { name: 'Accounts payable', importance: 3 },
          { name: 'Financial statements', importance: 4 },
          { name: 'Excel', importance: 3 },
        ],
        soft_skills: [{ name: 'Attention to detail', importance: 3 }],
        language_skills_config: [
          { name: 'English', level: 'C1', importance: 4 },
          { name: 'German', level: 'B1', importance: 1 },
        ],
      },
      education: { is_enabled: true, degree: 'Bachelor', fields: ['Accounting'], importance: 3 },
      minimal_qualifications: [{ text: 'At least 3 years as an accountant', importance: 5 }],
      preferable_qualifications: [{ text: 'Has led a team', importance: 2 }],
      employment_conditions: { contract: 'permanent', location: 'Leeds' },
    },
  },
};

export const conciergeJob = {
  position_id: 'concierge-lisbon',
  job_description: 'Concierge, Lisbon\nYou welcome guests, solve their problems and know the town.',
  config: {
    requirements: {
      workExperience: { from: 1, to: 30, importance: 3 },
      skills: {
        hard_skills: [{ name: 'Customer service', importance: 5 }],
        soft_skills: [{ name: 'Empathy', importance: 3 }],
        language_skills_config: [{ name: 'Portuguese', level: 'C1', importance: 5 }],
      },
      education: { is_enabled: false },
    },
  },
};
