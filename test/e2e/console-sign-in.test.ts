import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Secret, TOTP } from 'otpauth';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { startOpenIdProvider } from '#test/support/openid-provider.ts';
import { accessTexts } from '../../server/web/console/texts/access.ts';
import { accountTexts } from '../../server/web/console/texts/account.ts';
import { common } from '../../server/web/console/texts/common.ts';
import { shell } from '../../server/web/console/texts/shell.ts';
import { launchChromium, openContext } from '../../testkit/console-demo/chromium.ts';
import { complaints } from '../../testkit/console-demo/complaints.ts';
import { type DemoServer, startDemoServer } from '../../testkit/console-demo/demo-server.ts';
import { type DemoSessions, demoPassword, people, seedPeople } from '../../testkit/console-demo/people.ts';
import { settled } from '../../testkit/console-demo/settled.ts';

/** How people come in and what they find, in a real browser against the real server. */

const invited = { email: 'ines.prado@northwind.example', email_verified: true, name: 'Inês Prado' };
const provider = await startOpenIdProvider({
  ines: invited,
  mallory: { email: people.owner.email, email_verified: false, name: 'Mallory' },
  stranger: { email: 'stranger@elsewhere.example', email_verified: true, name: 'A Stranger' },
});
let server: DemoServer;
let browser: Browser;
let clientId: string;
let sessions: DemoSessions;
before(async () => {
  server = await startDemoServer({
    settings: {
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: provider.client.id,
      OIDC_CLIENT_SECRET: provider.client.secret,
      OIDC_LABEL: 'Northwind ID',
    },
  });
  provider.serve(`${server.url}/console/api/oidc/callback`);
  ({ id: clientId } = await server.services.identity.createClient({ name: 'Northwind Talent', credits: 10 }));
  sessions = await seedPeople(server.services, clientId);
  browser = await launchChromium();
});
after(async () => {
  await browser?.close();
  await server?.stop();
  await provider.stop();
});

async function withPage(
  session: string | undefined,
  work: (page: Page, context: BrowserContext) => Promise<void>,
) {
  const context = await openContext(browser, { url: server.url, ...(session && { session }) });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(45_000);
    await work(page, context);
  } finally {
    await context.close();
  }
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function signInWithPassword(page: Page, email: string, password = demoPassword) {
  await page.goto('/console/sign-in');
  await page.getByLabel(accessTexts.signIn.email, { exact: true }).fill(email);
  await page.getByLabel(accessTexts.signIn.password, { exact: true }).fill(password);
  await button(page, accessTexts.signIn.submit).click();
}

const accountButton = (page: Page) => page.getByRole('button', { name: shell.account.menu });
const codeOf = (secret: string, atMs = Date.now()) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: atMs });

test('a second factor is set up with an authenticator, asked for, and replaced by a recovery code', async () => {
  let secret = '';
  let recoveryCodes: string[] = [];
  await withPage(sessions.recruiter, async (page) => {
    await page.goto('/console/account');
    await button(page, accountTexts.totp.begin).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(accountTexts.totp.password, { exact: true }).fill(demoPassword);
    await button(page, accountTexts.totp.next).click();
    await dialog.getByLabel(accountTexts.totp.qrLabel).waitFor();
    secret = /\b[A-Z2-7]{32,}\b/.exec((await dialog.allInnerTexts()).join(' '))?.[0] ?? '';
    assert.ok(secret, 'the key can be typed in by hand');
    await dialog.getByLabel(accountTexts.totp.code).fill(codeOf(secret));
    await button(page, accountTexts.totp.confirm).click();
    await page.getByRole('dialog', { name: accountTexts.recovery.title }).waitFor();
    recoveryCodes = (await page.getByTestId('secret').allInnerTexts()).join(' ').split(/\s+/).filter(Boolean);
    assert.ok(recoveryCodes.length >= 8);
  });

  await withPage(undefined, async (page) => {
    await signInWithPassword(page, people.recruiter.email);
    await page.getByRole('heading', { name: accessTexts.secondFactor.title }).waitFor();
    await page.getByLabel(accessTexts.secondFactor.code).fill('000000');
    await button(page, accessTexts.secondFactor.submit).click();
    await page.getByRole('alert').waitFor();
    // The code of set-up is spent; that of the next half minute is taken, as clocks differ.
    await page.getByLabel(accessTexts.secondFactor.code).fill(codeOf(secret, Date.now() + 30_000));
    await button(page, accessTexts.secondFactor.submit).click();
    await accountButton(page).waitFor();
  });

  const withRecoveryCode = async (page: Page) => {
    await signInWithPassword(page, people.recruiter.email);
    await button(page, accessTexts.secondFactor.useRecovery).click();
    await page.getByLabel(accessTexts.secondFactor.recoveryCode).fill(recoveryCodes[0]!);
    await button(page, accessTexts.secondFactor.submit).click();
  };
  await withPage(undefined, async (page) => {
    await withRecoveryCode(page);
    await accountButton(page).waitFor();
  });
  await withPage(undefined, async (page) => {
    await withRecoveryCode(page);
    await page.getByRole('alert').waitFor();
    assert.equal(await accountButton(page).count(), 0, 'a recovery code works once');
  });
});

async function signInAt(page: Page, login: string) {
  await page.goto('/console/sign-in');
  await page.getByRole('link', { name: accessTexts.signIn.withProvider('Northwind ID') }).click();
  await page.waitForURL(`${provider.issuer}/**`);
  await page.locator('input[name=login]').fill(login);
  await page.locator('input[name=password]').fill('any');
  await page.locator('button[type=submit]').click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL(`${server.url}/**`);
}

test('an invited person signs in with the account of an OpenID provider, and again later', async () => {
  await server.services.accounts.invites.member({
    clientId,
    email: invited.email,
    role: 'viewer',
    createdBy: 'test',
  });
  for (const time of ['first', 'second']) {
    await withPage(undefined, async (page) => {
      await signInAt(page, 'ines');
      await accountButton(page).waitFor();
      assert.match((await accountButton(page).textContent()) ?? '', /Inês Prado/, time);
      const { body } = await whoIs(page);
      assert.deepEqual(
        body.person.clients.map(({ id, role }: { id: string; role: string }) => ({ id, role })),
        [{ id: clientId, role: 'viewer' }],
      );
    });
  }
});

for (const [who, login, reason] of [
  ['has no invitation', 'stranger', 'no-account'],
  ['has the address of an owner but did not prove it', 'mallory', 'not-verified'],
] as const) {
  test(`an account of the provider that ${who} is not let in, and told why`, async () => {
    await withPage(undefined, async (page) => {
      await signInAt(page, login);
      await page.getByText(accessTexts.providerFaults[reason]!).waitFor();
      assert.equal((await whoIs(page)).body.person, null);
    });
  });
}

/** What the server says of the browser's session. */
const whoIs = async (page: Page) => {
  const answer = await page.request.get(`${server.url}/console/api/session`);
  return { status: answer.status(), body: await answer.json() };
};

test('a wrong password is refused like an unknown account, and the session is out of reach of scripts', async () => {
  const sayings: string[] = [];
  for (const [email, password] of [
    [people.viewer.email, 'not the password of Victor'],
    ['nobody@northwind.example', demoPassword],
  ] as const) {
    await withPage(undefined, async (page) => {
      await signInWithPassword(page, email, password);
      sayings.push((await page.getByRole('alert').textContent()) ?? '');
    });
  }
  assert.equal(sayings[0], sayings[1]);
  await withPage(undefined, async (page, context) => {
    await signInWithPassword(page, people.viewer.email);
    await accountButton(page).waitFor();
    assert.equal(await page.evaluate('document.cookie'), '');
    const [cookie] = (await context.cookies()).filter(({ name }) => name === 'assay_session');
    assert.ok(cookie?.httpOnly);
    assert.equal(cookie.sameSite, 'Strict');
    await accountButton(page).click();
    await page.getByRole('menuitem', { name: shell.account.signOut }).click();
    await page.getByRole('heading', { name: accessTexts.signIn.title }).waitFor();
    assert.equal((await whoIs(page)).body.person, null);
  });
});

const { pages } = shell;
const forEverybody = [
  pages.home,
  pages.candidates,
  pages.uploads,
  pages.runs,
  pages.jobs,
  pages.matches,
  pages.cvSearch,
  pages.personas,
  pages.invitations,
  pages.sessions,
  pages.candidateNotice,
  pages.projects,
  pages.credits,
  pages.retention,
  pages.health,
  pages.models,
];
const forAdmins = [
  ...forEverybody,
  pages.overview,
  pages.playground,
  pages.keys,
  pages.webhooks,
  pages.members,
  pages.deletions,
  pages.audit,
];
/** What each role finds in the navigation of a client, and a page that is not there. */
const roleViews = {
  viewer: { sees: forEverybody, hidden: 'playground' },
  recruiter: { sees: forEverybody, hidden: 'keys' },
  admin: { sees: forAdmins, hidden: 'settings' },
  owner: { sees: [...forAdmins, pages.settings], hidden: null },
} as const;

for (const [role, { sees, hidden }] of Object.entries(roleViews)) {
  test(`the navigation shows a ${role} what the role may use, and nothing else opens`, async () => {
    // The recruiter's session survived setting up the second factor.
    await withPage(sessions[role as keyof DemoSessions], async (page) => {
      const said = complaints(page);
      await page.goto(`/console/c/${clientId}/overview`);
      await settled(page);
      const navigation = page.getByRole('navigation', { name: shell.navigation });
      const found = await navigation.getByRole('link').allInnerTexts();
      const labels = found.map((text) => text.trim()).filter((text) => text !== common.product);
      const ofMachine: string[] = role === 'owner' ? [pages.health, pages.models] : [];
      assert.deepEqual(labels.sort(), sees.filter((label) => !ofMachine.includes(label)).sort());
      assert.deepEqual(said, []);
      if (hidden === null) return;
      await page.goto(`/console/c/${clientId}/${hidden}`);
      await page.getByText(shell.noRole.title).waitFor();
      for (const path of ['/clients', '/installation/people', '/installation/audit']) {
        await page.goto(`/console${path}`);
        await page.getByText(shell.noRole.title).waitFor();
      }
      await page.goto('/console/c/00000000-0000-4000-8000-000000000000/overview');
      await page.getByText(shell.noClient.title).waitFor();
    });
  });
}

test('everything can be reached with the keyboard alone', async () => {
  await withPage(undefined, async (page) => {
    await page.goto('/console/sign-in');
    await page.getByLabel(accessTexts.signIn.email, { exact: true }).waitFor();
    await page.keyboard.type(people.admin.email);
    await page.keyboard.press('Tab');
    await page.keyboard.type(demoPassword);
    await page.keyboard.press('Enter');
    await accountButton(page).waitFor();
    await page.goto(`/console/c/${clientId}/overview`);
    await settled(page);
    await page.keyboard.press('Tab');
    assert.equal(await page.evaluate('document.activeElement.textContent'), shell.skip);
    await page.keyboard.press('Enter');
    assert.equal(await page.evaluate('document.activeElement.closest("main") !== null'), true);
  });
});
