/**
 * What guessers try first, as parts: words of the lists of leaked passwords, names, teams, months, walks over the keyboard.
 * A list of whole passwords would be long and still miss "Liverpool2024!!"; most of what people choose is one or two of these
 * with digits and signs around.
 */
const words = `
password passwort passw motdepasse contrasena senha parola wachtwoord haslo heslo sifre lozinka kennwort passcode passphrase passwd
pass secret geheim login logon signin admin administrator root superuser sysadmin user username guest default welcome willkommen
bienvenue bienvenido benvenuto hello hallo hola bonjour ciao hi letmein openup opensesame sesame changeme changeit change
test tester testing temp temporary demo sample example access enter control system server service computer laptop internet
windows microsoft google facebook twitter instagram linkedin youtube amazon samsung apple iphone android linux ubuntu oracle
master boss manager office company business work summer winter spring autumn fall sommer herbst fruehling ete hiver verano
january february march april may june july august september october november december januar februar maerz mai juni juli
oktober dezember monday tuesday wednesday thursday friday saturday sunday montag dienstag mittwoch donnerstag freitag samstag
sonntag love iloveyou loveyou iloveu lovely lover amor amour liebe ichliebedich teamo tequiero jetaime schatz baby babygirl babyboy
angel princess prince queen king sweetheart sweetie honey darling sunshine sun moon star flower rainbow butterfly heart
happy smile forever family mother father mama papa mom dad brother sister friend friends bestfriend lucky freedom peace hope faith
jesus christ jesuschrist god heaven blessed trustno trustnoone trust nothing whatever nevermind monkey dragon tiger lion eagle
panther wolf bear horse dog doggy puppy cat kitty kitten pussycat chicken bunny rabbit dolphin shark spider snake turtle elephant
superman batman spiderman ironman wonderwoman starwars startrek skywalker pokemon pikachu naruto harrypotter hogwarts gandalf
frodo matrix minecraft fortnite roblox warcraft football soccer baseball basketball hockey tennis golf cricket rugby volleyball
fussball futbol liverpool chelsea arsenal manchester united barcelona realmadrid juventus bayern dortmund galatasaray fenerbahce
besiktas yankees cowboys steelers lakers eagles patriots raiders packers redsox celtic rangers everton tottenham
ferrari porsche mercedes mustang corvette camaro harley yamaha honda toyota nissan bmw audi volkswagen ford chevy
michael jordan jennifer jessica ashley daniel joshua matthew andrew anthony christopher nicholas robert william thomas charles
richard joseph david james john george michelle nicole samantha amanda elizabeth stephanie melissa heather rebecca
maggie charlie buddy bailey cooper oliver max bella lucy molly daisy ginger pepper shadow buster rocky jack harry sophie
hannah anna maria marie julia laura sarah andrea alexander alexandra sebastian stefan markus peter hans klaus carlos jose juan
pedro miguel francisco antonio manuel alejandro roberto ricardo mohamed mohammed ahmed ali mustafa fatima
cookie chocolate banana orange cherry strawberry peanut cheese pizza coffee pepsi cocacola whiskey beer vodka
blue red green black white yellow purple pink silver golden gold diamond crystal hunter ranger killer warrior soldier
player gamer gamers hacker ninja pirate samurai zombie vampire ghost phantom phoenix thunder lightning storm
fire ice water earth snow ocean island paradise california texas newyork london paris berlin madrid roma istanbul
america usa england germany deutschland france espana italia india china japan russia canada australia brasil mexico
money rich dollar million success winner champion victory power strong super mega ultra awesome
cool nice great good best perfect fuck fucku fuckyou fuckoff shit bitch asshole sexy pussy dick porn sex
abc abcd abcde abcdef abcdefg abcdefgh abcdefghi abcdefghijkl qwe asd zxc rty fgh vbn
qwerty qwert qwertz azerty qwertyui qwertyuiop qwertzuiop azertyuiop asdf asdfg asdfgh asdfghjk asdfghjkl zxcv zxcvb zxcvbn zxcvbnm
yxcvbnm poiuy poiuytrewq lkjhg lkjhgfdsa mnbvcxz qaz wsx edc rfv tgb yhn ujm qazwsx qazwsxedc wsxedc zaqwsx zaq xsw cde
qweasd qweasdzxc asdzxc asdqwe aaa qqq zzz xxx assay interview recruiter recruiting talent assessment candidate
the is my me you your i am a of in and to it for with we our new old one two three
`
  .trim()
  .split(/\s+/);

const dictionary = new Set(words);
const longest = Math.max(...words.map((word) => word.length));
/** More parts than these make a passphrase, which is as good as random words are. */
const MOST_PARTS = 3;
/** Letters that belong to no part: so many make a password of its own. */
const OWN_LETTERS = 4;

/** How letters are written as digits and signs; several for "1". */
const leet: readonly Readonly<Record<string, string>>[] = [
  { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's', '!': 'i', '€': 'e' },
  { '0': 'o', '1': 'l', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's' },
  {},
];

/** Whether a password is made of one to three parts that guessers try first, with digits and signs. */
export function isCommon(password: string): boolean {
  const lower = password.toLowerCase();
  const withoutEnds = lower.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  const readings = leet.flatMap((table) =>
    [lower, withoutEnds].map((text) => [...text].map((sign) => table[sign] ?? sign).join('')),
  );
  // "1q2w3e4r" is a walk, too.
  return [...readings, lower.replaceAll(/[^\p{L}]+/gu, '')].some(isMadeOfParts);
}

function isMadeOfParts(given: string): boolean {
  const text = given.replaceAll(/[^\p{L}]+/gu, ' ');
  const letters = [...text].filter((sign) => sign !== ' ');
  if (letters.length === 0) return true;
  /** Of the first n signs: the fewest letters that belong to no part, and by how many different parts. */
  const best: { own: number; parts: Set<string> }[] = [{ own: 0, parts: new Set() }];
  for (let end = 1; end <= text.length; end++) {
    const before = best[end - 1]!;
    let found = { own: before.own + (text[end - 1] === ' ' ? 0 : 1), parts: before.parts };
    for (let length = 1; length <= Math.min(longest, end); length++) {
      const part = text.slice(end - length, end);
      if (!dictionary.has(part)) continue;
      const from = best[end - length]!;
      const parts = from.parts.has(part) ? from.parts : new Set([...from.parts, part]);
      if (from.own < found.own || (from.own === found.own && parts.size < found.parts.size)) {
        found = { own: from.own, parts };
      }
    }
    best.push(found);
  }
  const { own, parts } = best.at(-1)!;
  return own < OWN_LETTERS && parts.size <= MOST_PARTS;
}
