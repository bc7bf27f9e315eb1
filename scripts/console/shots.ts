import { mkdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Command, Option } from 'commander';
import type { Browser } from 'playwright-core';
import {
  type ColorScheme,
  colorSchemes,
  launchChromium,
  openContext,
  type ViewportWidth,
  viewports,
} from '../../testkit/console-demo/chromium.ts';
import { complaints } from '../../testkit/console-demo/complaints.ts';
import { type DemoServer, startDemoServer } from '../../testkit/console-demo/demo-server.ts';
import { addressOf, pages } from '../../testkit/console-demo/pages.ts';
import { type DemoRole, people } from '../../testkit/console-demo/people.ts';
import { type Demo, seedDemo } from '../../testkit/console-demo/seed-demo.ts';
import { settled } from '../../testkit/console-demo/settled.ts';

/**
 * Pictures of the console's pages with demonstration data, light and dark, wide and narrow, and what the browser
 * complained about: node scripts/console/shots.ts [PAGE…]
 */
const program = new Command('shots')
  .argument(
    '[pages...]',
    'names or parts of names of pages (--list), or addresses below /console such as "/c/:clientId/keys"; every page without',
  )
  .option('--out <folder>', 'where the pictures go', 'console-shots')
  .option('--data <folder>', 'data folder of a running scripts/console/seed.ts, in place of a new server')
  .addOption(
    new Option('--as <role>', 'who looks; by default the role that the page is for').choices(
      Object.keys(people),
    ),
  )
  .option('--widths <list>', 'of 1440,390', Object.keys(viewports).reverse().join(','))
  .option('--schemes <list>', 'of light,dark', colorSchemes.join(','))
  .option('--locale <code>', 'language of the browser', 'en-GB')
  .option('--no-full', 'the window only, not the whole page')
  .option('--height <pixels>', 'of the window')
  .option('--list', 'names and addresses of the pages, nothing else')
  .parse();
const wishes = program.opts<{
  out: string;
  data?: string;
  as?: DemoRole;
  widths: string;
  schemes: string;
  locale: string;
  full: boolean;
  height?: string;
  list?: true;
}>();

if (wishes.list) {
  for (const [name, { path }] of Object.entries(pages)) console.log(`${name.padEnd(24)}${path}`);
  process.exit();
}
const chosen = program.args.length === 0 ? Object.entries(pages) : program.args.flatMap(pagesCalled);
const folder = resolve(wishes.out);
await mkdir(folder, { recursive: true });

let server: DemoServer | undefined;
let browser: Browser | undefined;
try {
  const { url, ids, sessions } = await findDemo();
  browser = await launchChromium();
  for (const [name, { path, who }] of chosen) {
    const session = who === 'public' ? undefined : sessions[wishes.as ?? who];
    for (const width of wishes.widths.split(',').map(Number) as ViewportWidth[]) {
      for (const colorScheme of wishes.schemes.split(',') as ColorScheme[]) {
        const { locale } = wishes;
        const context = await openContext(browser, {
          ...{ url, width, colorScheme, locale },
          ...(session && { session }),
        });
        const page = await context.newPage();
        if (wishes.height) await page.setViewportSize({ width, height: Number(wishes.height) });
        const said = complaints(page);
        await page.goto(addressOf(path, ids));
        await settled(page);
        const file = `${name}-${width}-${colorScheme}.png`;
        await page.screenshot({ path: join(folder, file), fullPage: wishes.full });
        const isTooWide = await page.evaluate(
          'document.documentElement.scrollWidth > document.documentElement.clientWidth',
        );
        if (isTooWide) said.push('the page scrolls sideways');
        console.log([file, ...new Set(said)].join('\n    '));
        await context.close();
      }
    }
  }
} finally {
  await browser?.close();
  await server?.stop();
}

async function findDemo(): Promise<Demo> {
  if (wishes.data) return JSON.parse(await readFile(join(wishes.data, 'demo.json'), 'utf8'));
  server = await startDemoServer();
  return seedDemo(server);
}

function pagesCalled(asked: string): [string, (typeof pages)[string]][] {
  if (asked.startsWith('/')) {
    const name = asked.replace(/:?\W+/g, '-').replace(/^-|-$/g, '');
    return [[name, { path: asked, who: 'owner' }]];
  }
  const found = Object.entries(pages).filter(([name]) => name.includes(asked));
  if (found.length === 0) throw new Error(`No page is called "${asked}"; see --list.`);
  return found.filter(([name]) => name === asked).length > 0
    ? found.filter(([name]) => name === asked)
    : found;
}
