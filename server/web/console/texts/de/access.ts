import type { accessTexts as english } from '../access.ts';
import type { Texts } from '../language.ts';

export const accessTexts: Texts<typeof english> = {
  slogan: 'Hören Sie, was Menschen können.',
  sloganText:
    'Aus Interviews und Lebensläufen werden nachvollziehbare Bewertungen, auf Ihrer eigenen Maschine. Daten verlassen sie nur dorthin, wo Sie es festlegen.',
  signIn: {
    title: 'Anmelden',
    description: 'An der Konsole dieser Installation.',
    email: 'E-Mail',
    password: 'Passwort',
    submit: 'Anmelden',
    or: 'oder',
    withProvider: (label: string) => `Weiter mit ${label}`,
    forgotten:
      'Passwort vergessen? Ein Inhaber dieser Installation kann Ihnen einen Link für ein neues geben.',
    refused: 'Sie sind nicht angemeldet',
    notSetUp: 'Diese Installation hat noch keinen Inhaber',
    notSetUpText:
      'Der Server hat beim Start einen Einrichtungslink ausgegeben, der einmal gilt. Öffnen Sie ihn, oder erzeugen Sie einen neuen mit „assay console invite“.',
  },
  secondFactor: {
    title: 'Noch ein Schritt',
    description:
      'Öffnen Sie Ihre Authenticator-App und geben Sie die sechs Ziffern ein, die sie für Assay zeigt.',
    code: 'Sechsstelliger Code',
    recoveryDescription: 'Jeder Wiederherstellungscode gilt einmal.',
    recoveryCode: 'Wiederherstellungscode',
    useRecovery: 'Stattdessen einen Wiederherstellungscode verwenden',
    useCode: 'Stattdessen die Authenticator-App verwenden',
    submit: 'Weiter',
    back: 'Von vorn beginnen',
  },
  providerFaults: {
    'no-account':
      'Die E-Mail-Adresse dieses Kontos ist nicht eingeladen. Bitten Sie einen Admin um eine Einladung.',
    'not-verified': 'Der Anbieter hat die E-Mail-Adresse dieses Kontos nicht bestätigt.',
    disabled: 'Dieses Konto ist deaktiviert.',
    failed: 'Die Anmeldung beim Anbieter hat nicht geklappt. Versuchen Sie es noch einmal.',
  },
  welcome: {
    tab: 'Willkommen',
    checking: 'Ihr Link wird geprüft',
    invalidTitle: 'Dieser Link funktioniert nicht',
    invalidText:
      'Er wurde schon benutzt, ist abgelaufen oder wurde nicht vollständig kopiert. Bitten Sie die Person, von der Sie ihn haben, um einen neuen.',
    toSignIn: 'Zur Anmeldung',
    titles: {
      'set-up': 'Assay einrichten',
      owner: 'Inhaber werden',
      member: 'Assay beitreten',
      reset: 'Neues Passwort wählen',
    },
    texts: {
      'set-up': 'Sie sind die erste Person hier. Ihrem Konto wird diese Installation gehören.',
      owner: 'Sie sind eingeladen, zusammen mit anderen Inhaber dieser Installation zu sein.',
      member: (client: string, role: string) => `Sie sind zu „${client}“ eingeladen. Ihre Rolle: ${role}.`,
      reset: 'Ihre früheren Anmeldungen enden, sobald das neue Passwort gilt.',
    },
    name: 'Ihr Name',
    email: 'E-Mail',
    password: 'Passwort',
    newPassword: 'Neues Passwort',
    passwordHint: 'Mindestens 12 Zeichen. Ein paar Wörter hintereinander lassen sich leicht merken.',
    create: 'Konto anlegen',
    setPassword: 'Passwort festlegen',
    join: 'Einladung annehmen',
    expires: 'Dieser Link gilt bis',
    otherAccount: (email: string, now: string) =>
      `Die Einladung gilt für ${email}; angemeldet sind Sie als ${now}. Melden Sie sich erst ab, und öffnen Sie den Link dann noch einmal.`,
    haveAccount: 'Sie haben ein Konto? Melden Sie sich an, um anzunehmen',
    signOut: 'Abmelden',
    notDone: 'Das wurde nicht angenommen',
  },
};
