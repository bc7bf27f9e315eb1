import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { Command } from 'commander';
import type { Browser, Locator, Page } from 'playwright-core';
import { candidateTexts } from '../../server/web/console/texts/candidates.ts';
import { evidenceTexts } from '../../server/web/console/texts/evidence.ts';
import { homeTexts } from '../../server/web/console/texts/home.ts';
import { invitationTexts } from '../../server/web/console/texts/invitations.ts';
import { jobTexts } from '../../server/web/console/texts/jobs.ts';
import { deletionTexts } from '../../server/web/console/texts/retention.ts';
import { searchTexts } from '../../server/web/console/texts/search.ts';
import { shareTexts } from '../../server/web/console/texts/shares.ts';
import { shell } from '../../server/web/console/texts/shell.ts';
import { uploadTexts } from '../../server/web/console/texts/uploads.ts';
import { launchChromium, openContext } from '../../testkit/console-demo/chromium.ts';
import { createCustomer } from '../../testkit/console-demo/customer.ts';
import { cvPdf } from '../../testkit/console-demo/cv-pdf.ts';
import { cvTexts } from '../../testkit/console-demo/cv-texts.ts';
import { type DemoServer, startDemoServer } from '../../testkit/console-demo/demo-server.ts';
import type { DemoRole } from '../../testkit/console-demo/people.ts';
import { type Demo, seedDemo } from '../../testkit/console-demo/seed-demo.ts';
import { syntheticPeople } from '../../testkit/search/synthetic-people.ts';

/**
 * Walks the tasks that people come to the console for, each from the start page of who does it, and prints the clicks, the fields that are
 * typed into and the seconds: node scripts/console/tasks.ts [TASK…]
 */
const program = new Command('tasks')
  .argument('[tasks...]', 'parts of their names; every task without')
  .parse();

/** A person at work, whose clicks and keys are counted. */
class Walk {
  readonly page: Page;
  readonly clientId: string;
  clicks = 0;
  fields = 0;
  private readonly beganMs = performance.now();

  constructor(page: Page, clientId: string) {
    this.page = page;
    this.clientId = clientId;
  }

  async click(what: Locator): Promise<void> {
    await what.click();
    this.clicks++;
  }

  async type(into: Locator, text: string, key?: string): Promise<void> {
    await into.fill(text);
    if (key) await into.press(key);
    this.fields++;
  }

  /** Files that are chosen in the dialog of the system: one click that opens it. */
  async choose(files: readonly string[]): Promise<void> {
    await this.page
      .locator('input[type=file]')
      .first()
      .setInputFiles([...files]);
    this.clicks++;
  }

  async see(what: Locator, withinMs = 180_000): Promise<void> {
    await what.first().waitFor({ timeout: withinMs });
  }

  button = (name: string | RegExp): Locator =>
    this.page.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name });
  link = (name: string): Locator => this.page.getByRole('link', { name, exact: true });
  entry = (name: string): Locator =>
    this.page.getByRole('navigation', { name: shell.navigation }).getByRole('link', { name, exact: true });

  seconds = (): number => (performance.now() - this.beganMs) / 1000;
}

interface Task {
  name: string;
  who: DemoRole;
  /** The most clicks it may take. */
  most: number;
  walk(by: Walk): Promise<void>;
}

interface Material {
  folder: string;
  recording: string;
  cvs: string[];
}

const advertisement = `Accountant, Leeds
We look for an accountant who keeps our general ledger, reconciles accounts and closes the month. You know Excel well and have worked in accounts payable.`;
const bulk = candidateTexts.bulk;

const tasksWith = ({ recording, cvs }: Material): Task[] => [
  {
    name: 'First scorecard of an own recording',
    who: 'recruiter',
    most: 3,
    async walk(by) {
      await by.choose([recording]);
      await by.click(by.page.locator('button[type=submit]'));
      const row = by.link('Maria Lopes');
      await by.see(row);
      await by.click(row);
      await by.see(by.page.getByText(candidateTexts.speech.overall, { exact: true }));
    },
  },
  {
    name: '20 CVs ranked for a new job from an advertisement',
    who: 'recruiter',
    most: 8,
    async walk(by) {
      const { editor } = jobTexts;
      await by.click(by.link(homeTexts.jobs.create));
      await by.type(by.page.getByLabel(editor.descriptionLabel), advertisement);
      for (const [index, skill] of ['General ledger', 'Accounts payable', 'Excel'].entries()) {
        await by.click(by.button(editor.add(editor.addWhat.hardSkill)));
        await by.type(by.page.getByRole('textbox', { name: editor.entry('Hard skill', index + 1) }), skill);
      }
      await by.click(by.button(editor.saveNew));
      await by.see(by.page.getByText(uploadTexts.drop));
      await by.choose(cvs);
      await by.click(by.page.getByRole('dialog').locator('button[type=submit]'));
      await by.see(by.page.getByText(uploadTexts.lists.counts(cvs.length, cvs.length)), 400_000);
      await by.see(by.page.getByRole('table', { name: jobTexts.job.ranking }).getByRole('link'));
    },
  },
  {
    name: 'Best of 1,000 candidates',
    who: 'recruiter',
    most: 6,
    async walk(by) {
      await by.click(by.link('Accountant, Leeds').first());
      await by.click(by.link(jobTexts.job.search));
      await by.click(by.page.getByRole('combobox', { name: searchTexts.editor.corpus }));
      await by.click(by.page.getByRole('option', { name: /thousand/ }));
      await by.click(by.button(searchTexts.editor.start));
      await by.see(by.page.getByRole('checkbox', { name: /^Choose/ }));
    },
  },
  {
    name: 'Invite ten people to an interview',
    who: 'recruiter',
    most: 6,
    async walk(by) {
      const { sheet } = invitationTexts;
      await by.click(by.entry(shell.pages.invitations));
      await by.click(by.button(invitationTexts.invite).first());
      await by.click(by.page.getByRole('combobox', { name: sheet.persona }));
      await by.click(by.page.getByRole('option').first());
      const list = Array.from({ length: 10 }, (_, index) => `Guest ${index}, guest${index}@people.example`);
      await by.type(by.page.getByLabel(sheet.people, { exact: true }), ['name, email', ...list].join('\n'));
      await by.click(by.button(sheet.links(10)));
      await by.see(by.page.getByText(sheet.made(10)));
    },
  },
  {
    name: 'Decide on five candidates',
    who: 'recruiter',
    most: 6,
    async walk(by) {
      const boxes = by.page.getByRole('checkbox', { name: /^Choose / });
      await by.see(boxes);
      for (let index = 0; index < 5; index++) await by.click(boxes.nth(index));
      await by.click(by.button(candidateTexts.decision.advance(null)));
      await by.see(by.page.getByText(bulk.decided('advance', 5)));
    },
  },
  {
    name: 'Share a scorecard',
    who: 'recruiter',
    most: 3,
    async walk(by) {
      await by.click(by.page.getByRole('table', { name: homeTexts.review.title }).getByRole('link').first());
      await by.click(by.button(shareTexts.section.make));
      await by.click(by.button(shareTexts.section.do));
      await by.see(by.page.getByTestId('secret'));
    },
  },
  {
    name: 'Correct who the candidate is',
    who: 'recruiter',
    most: 4,
    async walk(by) {
      await by.click(by.entry(shell.pages.candidates));
      await by.type(by.page.getByLabel(candidateTexts.filters.search), 'jane baker');
      await by.click(by.link('Jane Baker'));
      await by.click(by.button(/^Candidate: /));
      await by.click(by.page.getByRole('menuitem', { disabled: false }));
      await by.click(by.button(evidenceTexts.correct));
      await by.see(by.page.getByText(evidenceTexts.correcting));
      await by.page.getByText(evidenceTexts.correcting).waitFor({ state: 'detached', timeout: 120_000 });
    },
  },
  {
    name: 'Find why a run failed',
    who: 'recruiter',
    most: 2,
    async walk(by) {
      await by.click(by.entry(shell.pages.candidates));
      await by.type(by.page.getByLabel(candidateTexts.filters.search), 'scan-0042');
      await by.click(by.link('scan-0042.pdf'));
      await by.see(by.page.getByText(/PDF/).filter({ hasText: /read/ }));
    },
  },
  {
    name: 'Delete a person by name',
    who: 'admin',
    most: 3,
    async walk(by) {
      await by.click(by.entry(shell.pages.candidates));
      await by.type(by.page.getByLabel(candidateTexts.filters.search), 'lukas meier');
      await by.click(by.link('Lukas Meier'));
      await by.click(by.link(candidateTexts.page.remove));
      await by.type(by.page.getByRole('dialog').getByRole('textbox'), deletionTexts.confirmWord, 'Enter');
      await by.page.waitForURL(/\/deletions\/[0-9a-f-]+$/);
    },
  },
];

/** A recording, twenty CVs, and a pool of a thousand people. */
async function prepare(server: DemoServer, demo: Demo): Promise<Material> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-tasks-'));
  const recording = join(folder, 'Maria Lopes.mp3');
  await copyFile(resolve(import.meta.dirname, '../sample/interview.mp3'), recording);
  const texts = Object.values(cvTexts);
  const cvs = await Promise.all(
    Array.from({ length: 20 }, async (_, index) => {
      const path = join(folder, `cv-${index}.pdf`);
      const text = texts[index % texts.length]!.replace(/^# .*/, `# Applicant Number${index}`);
      await writeFile(path, cvPdf(text.replaceAll(/[\w.]+@example\.org/g, `applicant${index}@example.org`)));
      return path;
    }),
  );
  const customer = createCustomer(server, demo.apiKey);
  const thousand = syntheticPeople(1000, { seed: 3 });
  for (const from of [0, 500]) {
    const candidates = thousand.slice(from, from + 500);
    await customer.post('/cvds/candidates', { corpus_id: 'thousand', candidates });
  }
  return { folder, recording, cvs };
}

async function walked(browser: Browser, demo: Demo, task: Task): Promise<string> {
  const context = await openContext(browser, { url: demo.url, session: demo.sessions[task.who] });
  try {
    const page = await context.newPage();
    await page.goto(`/console/c/${demo.ids.clientId}/overview`);
    await page.getByRole('heading', { level: 1, name: homeTexts.title }).waitFor();
    const by = new Walk(page, demo.ids.clientId);
    await task.walk(by);
    const verdict = by.clicks <= task.most ? 'ok' : 'TOO MANY';
    return `${by.clicks} of ${task.most} clicks  ${by.fields} fields  ${by.seconds().toFixed(1).padStart(6)} s  ${verdict}`;
  } finally {
    await context.close();
  }
}

const server = await startDemoServer();
const browser = await launchChromium();
let material: Material | undefined;
try {
  const demo = await seedDemo(server);
  material = await prepare(server, demo);
  const wanted = tasksWith(material).filter(
    ({ name }) =>
      program.args.length === 0 ||
      program.args.some((part) => name.toLowerCase().includes(part.toLowerCase())),
  );
  for (const task of wanted) {
    const said = await walked(browser, demo, task).catch((error: Error) => `failed: ${error.message}`);
    if (!said.endsWith('ok')) process.exitCode = 1;
    console.log(`${task.name.padEnd(52)}${task.who.padEnd(11)}${said}`);
  }
} finally {
  await browser.close();
  await server.stop();
  if (material) await rm(material.folder, { recursive: true, force: true });
}
