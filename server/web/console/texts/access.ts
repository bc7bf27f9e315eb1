import { inLanguage } from './language.ts';

/** Words of the pages in front of the console: sign-in, and the links that let people in. */
export const accessTexts = inLanguage('accessTexts', {
  slogan: 'Hear what people can do.',
  sloganText:
    'Interviews and CVs become explainable scorecards on your own machine. Data leaves it only where you say so.',
  signIn: {
    title: 'Sign in',
    description: 'To the console of this installation.',
    email: 'E-mail',
    password: 'Password',
    submit: 'Sign in',
    or: 'or',
    withProvider: (label: string) => `Continue with ${label}`,
    forgotten: 'Forgotten your password? An owner of this installation can give you a link for a new one.',
    refused: 'You are not signed in',
    notSetUp: 'This installation has no owner yet',
    notSetUpText:
      'The server printed a one-time set-up link when it started. Open that link, or make another with “assay console invite”.',
  },
  secondFactor: {
    title: 'One more step',
    description: 'Open your authenticator app and type in the six digits it shows for Assay.',
    code: 'Six-digit code',
    recoveryDescription: 'Each recovery code works once.',
    recoveryCode: 'Recovery code',
    useRecovery: 'Use a recovery code instead',
    useCode: 'Use the authenticator app instead',
    submit: 'Continue',
    back: 'Start again',
  },
  /** What the provider or its answer was refused for, by the code in the address. */
  providerFaults: {
    'no-account': 'The e-mail address of that account has no invitation. Ask an admin for one.',
    'not-verified': 'The provider has not verified the e-mail address of that account.',
    disabled: 'This account is disabled.',
    failed: 'Signing in with the provider did not work. Try again.',
  } as Readonly<Record<string, string>>,
  welcome: {
    tab: 'Welcome',
    checking: 'Checking your link',
    invalidTitle: 'This link does not work',
    invalidText:
      'It was used already, has expired, or was not copied completely. Ask the person who gave it to you for another one.',
    toSignIn: 'To the sign-in page',
    titles: {
      'set-up': 'Set up Assay',
      owner: 'Become an owner',
      member: 'Join Assay',
      reset: 'Choose a new password',
    },
    texts: {
      'set-up': 'You are the first here. Your account will own this installation.',
      owner: 'You have been invited to own this installation together with others.',
      member: (client: string, role: string) => `You have been invited to “${client}” as ${role}.`,
      reset: 'Your earlier sessions end when the new password is set.',
    },
    name: 'Your name',
    email: 'E-mail',
    password: 'Password',
    newPassword: 'New password',
    passwordHint: 'At least 12 characters. A few words in a row are easy to remember.',
    create: 'Create account',
    setPassword: 'Set password',
    join: 'Accept the invitation',
    expires: 'This link works until',
    otherAccount: (email: string, now: string) =>
      `The invitation is for ${email}; you are signed in as ${now}. Sign out first, then open the link again.`,
    haveAccount: 'You have an account? Sign in to accept',
    signOut: 'Sign out',
    notDone: 'That was not accepted',
  },
});
