/** All German texts, each by the name that its English has: `inLanguage` takes them from here. */
export * from './access.ts';
export * from './account.ts';
export * from './candidates.ts';
export * from './common.ts';
export * from './jobs.ts';
export * from './matches.ts';
export * from './shell.ts';
export * from './steps.ts';
export * from './uploads.ts';
