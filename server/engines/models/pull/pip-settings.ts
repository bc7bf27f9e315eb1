import { readFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { ModelError } from '../../installed/model-error.ts';

/** Where packages of Python are asked for. */
export interface PackageIndex {
  /** Of the simple repository API, without a slash at the end, and without name and password. */
  url: string;
  /** For this host alone; null where the address had no name and password. */
  authorization: string | null;
}

/** Python's own index, where pip asks by default. */
const publicIndex = 'https://pypi.org/simple';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Where pip would ask: PIP_INDEX_URL, else `index-url` of its settings files, the nearer to the user the stronger, else Python's
 * own index. pip itself is not needed.
 *
 * @throws ModelError DOWNLOAD_FAILED when pip is set to ask no index, or the address is none
 */
export async function readPackageIndex(env: Environment): Promise<PackageIndex> {
  const settings = await pipSettings(env);
  if (isOn(env.PIP_NO_INDEX || settings.get('no-index'))) {
    throw new ModelError(
      'DOWNLOAD_FAILED',
      'pip is set to ask no index (no-index), so this is not done either. Nothing was installed.',
    );
  }
  const found = env.PIP_INDEX_URL || settings.get('index-url') || publicIndex;
  const url = URL.parse(found);
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new ModelError(
      'DOWNLOAD_FAILED',
      'The index-url of pip is no address of the kind https://index.example/simple. Set PIP_INDEX_URL.',
    );
  }
  const { username, password } = url;
  const secret = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  url.username = '';
  url.password = '';
  return {
    url: url.href.replace(/\/+$/, ''),
    authorization: username || password ? `Basic ${Buffer.from(secret).toString('base64')}` : null,
  };
}

const isOn = (value: string | undefined): boolean => /^(1|true|yes|on)$/i.test(value ?? '');

/** All settings files of pip that are here, later ones over earlier ones. */
async function pipSettings(env: Environment): Promise<Map<string, string>> {
  const all = new Map<string, string>();
  for (const path of settingsFiles(env)) {
    const text = await readFile(path, 'utf8').catch(() => '');
    for (const [name, value] of settingsIn(text)) all.set(name, value);
  }
  return all;
}

/** In pip's order, the strongest last. A settings file named by the environment takes the place of the user's own. */
function settingsFiles(env: Environment): string[] {
  const { PIP_CONFIG_FILE: named, HOME: home, VIRTUAL_ENV: venv } = env;
  if (named === '/dev/null') return [];
  const machine = (env.XDG_CONFIG_DIRS || '/etc/xdg').split(delimiter).filter(Boolean).reverse();
  const own =
    home && !named ? [join(home, '.pip'), join(env.XDG_CONFIG_HOME || join(home, '.config'), 'pip')] : [];
  const folders = [...machine.map((folder) => join(folder, 'pip')), '/etc', ...own, ...(venv ? [venv] : [])];
  return [...folders.map((folder) => join(folder, 'pip.conf')), ...(named ? [named] : [])];
}

/** `name = value` lines of [global], and of [install] and [download], which pip prefers while it fetches. */
function settingsIn(text: string): Map<string, string> {
  const sections = new Map<string, Map<string, string>>();
  let section = new Map<string, string>();
  for (const line of text.split(/\r?\n/)) {
    const heading = /^\[(.+)\]\s*$/.exec(line)?.[1];
    if (heading !== undefined) {
      section = sections.get(heading) ?? new Map();
      sections.set(heading, section);
    }
    const [, name, value] = /^([\w-]+)\s*[=:]\s*(.*?)\s*$/.exec(line) ?? [];
    if (name && value !== undefined) section.set(name.toLowerCase().replaceAll('_', '-'), value);
  }
  return new Map(['global', 'install', 'download'].flatMap((name) => [...(sections.get(name) ?? [])]));
}
