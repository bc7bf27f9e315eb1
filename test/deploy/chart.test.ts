import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Ajv } from 'ajv';
import { parse, parseAllDocuments } from 'yaml';
import { loadConfig } from '#server/config/env.ts';
import { secretSettings } from '#server/config/secret-files.ts';
import { settingsHelp } from '#server/config/settings-help.ts';
import { renderTemplate } from '#test/support/helm-template.ts';

const folder = join(import.meta.dirname, '../../deploy/helm/assay');
const text = (path: string) => readFileSync(join(folder, path), 'utf8');
type Values = Record<string, Record<string, unknown>> & { existingSecret?: string };
const defaults = parse(text('values.yaml')) as Values;
const chart = parse(text('Chart.yaml')) as Record<string, string>;
const isValid = new Ajv({ strict: true }).compile(JSON.parse(text('values.schema.json')) as object);

interface Container {
  name: string;
  image: string;
  args: string[];
  env: { name: string; value?: string }[];
  volumeMounts: { name: string }[];
  securityContext: Record<string, unknown>;
}
interface Resource {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
  spec: Record<string, unknown>;
}

function render(values: Values): Resource[] {
  assert.ok(isValid(values), JSON.stringify(isValid.errors));
  const root = {
    Values: values,
    Release: { Name: 'hr' },
    Chart: { AppVersion: chart.appVersion },
  };
  return readdirSync(join(folder, 'templates'))
    .flatMap((file) => parseAllDocuments(renderTemplate(text(`templates/${file}`), root)))
    .flatMap((document) => {
      assert.deepEqual(document.errors, []);
      const resource = document.toJS() as Resource | null;
      return resource === null ? [] : [resource];
    });
}

const withSecret = (changes: object = {}): Values =>
  ({ ...defaults, existingSecret: 'assay', ...changes }) as Values;
const namesOf = (resources: readonly Resource[]) =>
  resources.map(({ kind, metadata }) => `${kind} ${metadata.name}`).sort();
const containerOf = (resources: readonly Resource[], name: string): Container => {
  const { spec } = resources.find(({ kind, metadata }) => kind === 'Deployment' && metadata.name === name)!;
  const { template } = spec as { template: { spec: { containers: Container[] } } };
  return template.spec.containers[0]!;
};

test('the chart makes what each role needs, and nothing without its secret', () => {
  const resources = render(withSecret());
  assert.deepEqual(namesOf(resources), [
    'Deployment hr-api',
    'Deployment hr-live',
    'Deployment hr-worker',
    'NetworkPolicy hr-api',
    'NetworkPolicy hr-live',
    'PersistentVolumeClaim hr-files',
    'PodDisruptionBudget hr-api',
    'Service hr-api',
  ]);
  assert.throws(() => render(withSecret({ existingSecret: '' })), /DATABASE_URL and KEY_PEPPER/);
});

test('each pod runs its role with settings that the server takes, on volumes that are there', () => {
  const resources = render(
    withSecret({
      settings: { LOG_LEVEL: 'debug', METRICS_TOKEN: '0123456789abcdef' },
      publicUrl: 'https://assay.example',
    }),
  );
  for (const role of ['api', 'worker', 'live']) {
    const container = containerOf(resources, `hr-${role}`);
    assert.deepEqual(container.args, ['serve', '--role', role]);
    assert.equal(container.image, `assay:${chart.appVersion}`);
    const names = container.env.map(({ name }) => name);
    assert.equal(new Set(names).size, names.length);
    const known = new Set(settingsHelp.map(([name]) => name));
    assert.deepEqual(
      names.filter((name) => !known.has(name) && name !== 'POD_IP'),
      [],
    );
    const env = Object.fromEntries(
      container.env.map(({ name, value }) => [name, value?.replace('$(POD_IP)', '10.1.2.3')]),
    );
    const config = loadConfig({
      ...env,
      DATABASE_URL: 'postgres://assay@db/assay',
      KEY_PEPPER: 'a pepper of at least 32 characters',
      DATA_DIR: '/data',
    });
    assert.equal(config.scratchDir, '/scratch');
    assert.equal(config.logLevel, 'debug');
    assert.equal(config.publicUrl, 'https://assay.example');
    assert.deepEqual(container.volumeMounts.map(({ name }) => name).sort(), ['files', 'scratch', 'tmp']);
    assert.equal(container.securityContext.readOnlyRootFilesystem, true);
  }
  const live = Object.fromEntries(
    containerOf(resources, 'hr-live').env.map(({ name, value }) => [name, value]),
  );
  assert.equal(live.LIVE_ADDRESS, 'http://$(POD_IP):8090');
  assert.equal(live.LIVE_WEBRTC, '0');
});

test('what selects pods finds them', () => {
  const resources = render(withSecret());
  for (const role of ['api', 'worker', 'live']) {
    const { spec } = resources.find(
      ({ kind, metadata }) => kind === 'Deployment' && metadata.name === `hr-${role}`,
    )!;
    const { selector, template } = spec as {
      selector: { matchLabels: object };
      template: { metadata: { labels: object } };
    };
    assert.deepEqual(selector.matchLabels, template.metadata.labels);
  }
  const service = resources.find(({ kind }) => kind === 'Service')!.spec as { selector: object };
  const api = resources.find(({ metadata }) => metadata.name === 'hr-api')!.spec as {
    selector: { matchLabels: object };
  };
  assert.deepEqual(service.selector, api.selector.matchLabels);
});

test('volumes of your own, an ingress with TLS, WebRTC and other nodes are values', () => {
  const own = render(
    withSecret({
      files: { ...defaults.files, existingClaim: 'shared' },
      ingress: { ...defaults.ingress, enabled: true, className: 'nginx', tlsSecret: 'tls' },
      trustProxy: '10.2.0.0/16',
      live: { ...defaults.live, webRtc: true, nodeSelector: { disk: 'ssd' } },
      networkPolicy: { enabled: false },
    }),
  );
  assert.deepEqual(namesOf(own), [
    'Deployment hr-api',
    'Deployment hr-live',
    'Deployment hr-worker',
    'Ingress hr',
    'PodDisruptionBudget hr-api',
    'Service hr-api',
  ]);
  const ingress = own.find(({ kind }) => kind === 'Ingress')!.spec as {
    ingressClassName: string;
    tls: { secretName: string }[];
  };
  assert.deepEqual([ingress.ingressClassName, ingress.tls[0]!.secretName], ['nginx', 'tls']);
  assert.ok(!containerOf(own, 'hr-live').env.some(({ name }) => name === 'LIVE_WEBRTC'));
  assert.match(
    JSON.stringify(own.find(({ metadata }) => metadata.name === 'hr-live')),
    /"nodeSelector":\{"disk":"ssd"\}/,
  );
  assert.match(
    JSON.stringify(own.find(({ metadata }) => metadata.name === 'hr-api')),
    /"claimName":"shared"/,
  );
});

test('only proxies that are named are believed, and only peers that are named reach the api', () => {
  const isTrusting = ({ env }: Container) => env.some(({ name }) => name === 'TRUST_PROXY');
  assert.ok(!isTrusting(containerOf(render(withSecret()), 'hr-api')));
  const withIngress = { ingress: { ...defaults.ingress, enabled: true } };
  assert.throws(() => render(withSecret(withIngress)), /trustProxy must hold the addresses/);
  const own = render(withSecret({ ...withIngress, trustProxy: '10.2.0.0/16' }));
  const { env } = containerOf(own, 'hr-api');
  assert.equal(env.find(({ name }) => name === 'TRUST_PROXY')?.value, '10.2.0.0/16');

  const policy = own.find(({ kind, metadata }) => kind === 'NetworkPolicy' && metadata.name === 'hr-api')!;
  const { podSelector, ingress } = policy.spec as {
    podSelector: { matchLabels: object };
    ingress: { from: object[]; ports: object[] }[];
  };
  const api = own.find(({ kind, metadata }) => kind === 'Deployment' && metadata.name === 'hr-api')!;
  const { template } = api.spec as { template: { metadata: { labels: Record<string, string> } } };
  for (const [name, value] of Object.entries(podSelector.matchLabels)) {
    assert.equal(template.metadata.labels[name], value);
  }
  assert.deepEqual(ingress, [{ from: defaults.networkPolicy!.apiFrom, ports: [{ port: 8080 }] }]);
  const open = withSecret({ networkPolicy: { enabled: true } });
  assert.throws(() => render(open), /none would be everybody/);
});

test('values that make no sense are refused', () => {
  const refused: object[] = [
    { api: { replicas: 0 } },
    { worker: { ...defaults.worker, concurrency: 0 } },
    { publicUrl: 'assay.example/console' },
    { settings: { log_level: 'debug' } },
    { files: { ...defaults.files, size: 'much' } },
    { networkPolicy: { enabled: true, apiFrom: [] } },
    { wroker: {} },
  ];
  for (const changes of refused) assert.equal(isValid(withSecret(changes)), false, JSON.stringify(changes));
});

test('a worker that is stuck is started again', () => {
  const { livenessProbe, startupProbe } = containerOf(render(withSecret()), 'hr-worker') as Container &
    Record<'livenessProbe' | 'startupProbe', { exec: { command: string[] } }>;
  for (const probe of [livenessProbe, startupProbe]) {
    const [, program, role] = probe.exec.command;
    assert.equal(role, 'worker');
    assert.ok(readFileSync(join(folder, '../../..', program!.replace('/app/', ''))));
  }
});

test('every service of the compose file has a log that ends, and ours take every setting of .env', () => {
  const source = readFileSync(join(import.meta.dirname, '../../docker-compose.yml'), 'utf8');
  const { services } = parse(source, { merge: true }) as {
    services: Record<
      string,
      {
        image: string;
        logging: { options: Record<string, string> };
        env_file?: { path: string; required: boolean }[];
        environment?: Record<string, string>;
      }
    >;
  };
  for (const [name, { image, logging, env_file, environment = {} }] of Object.entries(services)) {
    assert.equal(logging.options['max-size'], '10m', name);
    assert.ok(logging.options['max-file'], name);
    if (image !== 'assay') continue;
    assert.deepEqual(env_file, [{ path: '.env', required: false }], name);
    // A file for an installation without containers must not move what is mounted and published.
    const { HOST, PORT, DATA_DIR, MODELS_DIR } = environment;
    assert.deepEqual([HOST, PORT, DATA_DIR, MODELS_DIR], ['0.0.0.0', '8080', '/data', '/models'], name);
    // Without a value it would take the one of the file away.
    assert.ok(!Object.values(environment).includes(null as never), name);
  }
});

test('every service of the compose file has no more rights than it needs', () => {
  const source = readFileSync(join(import.meta.dirname, '../../docker-compose.yml'), 'utf8');
  const { services } = parse(source, { merge: true }) as {
    services: Record<string, Record<string, unknown>>;
  };
  for (const [name, { read_only, cap_drop, cap_add = [], security_opt, pids_limit }] of Object.entries(
    services,
  )) {
    assert.deepEqual([read_only, cap_drop, security_opt], [true, ['ALL'], ['no-new-privileges:true']], name);
    assert.ok(pids_limit, name);
    assert.deepEqual(cap_add, name === 'proxy' ? ['NET_BIND_SERVICE'] : [], name);
  }
});

test('the compose file keeps its roles to the profile, with settings that the server takes', () => {
  type Service = {
    profiles?: string[];
    command?: string[];
    environment?: Record<string, string>;
    volumes?: string[];
  };
  const source = readFileSync(join(import.meta.dirname, '../../docker-compose.yml'), 'utf8');
  const { services, volumes } = parse(source, { merge: true }) as {
    services: Record<string, Service>;
    volumes: object;
  };
  assert.deepEqual(
    Object.entries(services)
      .filter(([, { profiles }]) => !profiles?.includes('scale'))
      .map(([name]) => name),
    ['assay'],
  );
  for (const role of ['api', 'worker', 'live']) {
    const { command, environment = {}, volumes: mounted = [] } = services[role]!;
    assert.deepEqual(command, ['serve', '--role', role]);
    const env = Object.fromEntries(
      Object.entries(environment).map(([name, value]) => [name, value.replaceAll(/\$\{\w+:-\}/g, '')]),
    );
    const known = new Set<string>([...settingsHelp.map(([name]) => name), ...secretSettings]);
    assert.deepEqual(
      Object.keys(env).filter((name) => !known.has(name)),
      [],
    );
    assert.equal(loadConfig({ ...env, DATA_DIR: '/data' }).scratchDir, '/scratch');
    assert.deepEqual(mounted, ['data:/data', 'models:/models', '/scratch']);
  }
  assert.deepEqual(Object.keys(volumes).sort(), ['data', 'models', 'postgres']);
});
