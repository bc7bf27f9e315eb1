import { accessSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium } from 'playwright-core';

const executablePath = '/usr/bin/chromium';

/** Nothing of the browser's own may use the network, and a container has neither sandbox nor screen. */
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // The last list counts: Playwright's own, and that the browser does not ask its maker how forms are to be filled in.
  `--disable-features=${[
    'AutofillServerCommunication',
    'AimEnabled',
    'AvoidCorsURLLoaderRestartOnRedirect',
    'AvoidUnnecessaryBeforeUnloadCheckSync',
    'DestroyProfileOnBrowserClose',
    'HttpsFirstBalancedModeAutoEnable',
    'HttpsUpgrades',
    'LensOverlay',
    'MediaRouter',
    'NetworkTimeServiceQuerying',
    'OptimizationHints',
    'PaintHolding',
    'PreconnectToSearch',
    'ThirdPartyStoragePartitioning',
  ]}`,
  // Its updates are asked for in spite of the switches above.
  '--host-resolver-rules=MAP *.googleapis.com 127.0.0.1:9, MAP *.google.com 127.0.0.1:9, MAP *.gstatic.com 127.0.0.1:9',
];

/**
 * @param more arguments beside those that all our pages need
 * @throws where Debian's Chromium is missing, saying how to get it
 */
export function launchChromium(more: readonly string[] = []): Promise<Browser> {
  try {
    accessSync(executablePath);
  } catch {
    throw new Error(
      `${executablePath} is missing. scripts/setup --tests installs it (Debian: apt-get install chromium).`,
    );
  }
  return chromium.launch({ executablePath, args: [...args, ...more], headless: true });
}

export const viewports = {
  1440: { width: 1440, height: 900 },
  390: { width: 390, height: 844 },
} as const;
export type ViewportWidth = keyof typeof viewports;
export const colorSchemes = ['light', 'dark'] as const;
export type ColorScheme = (typeof colorSchemes)[number];

/** A browser profile of its own, signed in where a session cookie is given. */
export async function openContext(
  browser: Browser,
  {
    url,
    session,
    width = 1440,
    colorScheme = 'light',
    locale = 'en-GB',
  }: { url: string; session?: string; width?: ViewportWidth; colorScheme?: ColorScheme; locale?: string },
): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: viewports[width],
    colorScheme,
    // What is looked at must not depend on when.
    reducedMotion: 'reduce',
    locale,
    timezoneId: 'Europe/Lisbon',
    acceptDownloads: true,
  });
  if (session) {
    await context.addCookies([
      { name: 'assay_session', value: session, url, httpOnly: true, sameSite: 'Strict' },
    ]);
  }
  return context;
}
