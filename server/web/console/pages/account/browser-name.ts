const browsers: readonly (readonly [string, RegExp])[] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS)\//],
  ['Safari', /\bVersion\/[\d.]+.*\bSafari\//],
  ['curl', /^curl\//],
];

// What runs on a telephone names the system it is like, too: telephones first.
const systems: readonly (readonly [string, RegExp])[] = [
  ['Android', /\bAndroid\b/],
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
];

export interface BrowserName {
  /** "Firefox"; undefined where it is none of the usual ones. */
  browser: string | undefined;
  system: string | undefined;
  isMobile: boolean;
}

/** The browser and the system in a User-Agent header, as far as they can be told: for people to recognise their own. */
export function browserName(userAgent: string | null): BrowserName {
  const find = (names: typeof browsers) => names.find(([, pattern]) => pattern.test(userAgent ?? ''))?.[0];
  const system = find(systems);
  return { browser: find(browsers), system, isMobile: ['Android', 'iPhone', 'iPad'].includes(system ?? '') };
}
