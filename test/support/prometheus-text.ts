import assert from 'node:assert/strict';

export interface Sample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

export interface Family {
  type: string;
  help: string;
  samples: Sample[];
}

// NaN in any spelling: Prometheus reads each.
const sampleLine = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? ([+-]?(?:\d+(?:\.\d+)?(?:e[+-]?\d+)?|inf|nan))$/i;
const labelPair = /^([a-zA-Z_]\w*)="((?:[^"\\\n]|\\["\\n])*)"(?:,|$)/;

/** Reads Prometheus' text format 0.0.4 strictly: every sample belongs to a family that was announced, histograms add up. */
export function readPrometheusText(text: string): Map<string, Family> {
  assert.ok(text.endsWith('\n'), 'the last line ends');
  const families = new Map<string, Family>();
  let current: { name: string; family: Family } | undefined;
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const [, help, ofHelp] = /^# HELP (\S+) (.+)$/.exec(line) ?? [];
    if (help) {
      assert.ok(!families.has(help), `${help} is announced twice`);
      current = { name: help, family: { type: '', help: ofHelp!, samples: [] } };
      families.set(help, current.family);
      continue;
    }
    const [, typed, type] = /^# TYPE (\S+) (counter|gauge|histogram|summary|untyped)$/.exec(line) ?? [];
    if (typed) {
      assert.equal(typed, current?.name, line);
      current!.family.type = type!;
      continue;
    }
    const [, name, labels = '', value] = sampleLine.exec(line) ?? [];
    assert.ok(name, `no sample: ${line}`);
    const own = current!.family.type === 'histogram' ? name.replace(/_(bucket|sum|count)$/, '') : name;
    assert.equal(own, current!.name, line);
    current!.family.samples.push({
      name,
      labels: labelsOf(labels, line),
      value: Number(value!.replace(/inf/i, 'Infinity').replace(/nan/i, 'NaN')),
    });
  }
  for (const [name, family] of families) if (family.type === 'histogram') assertHistogram(name, family);
  return families;
}

function labelsOf(text: string, line: string): Record<string, string> {
  const labels: Record<string, string> = {};
  for (let rest = text; rest !== ''; ) {
    const [whole, name, value] = labelPair.exec(rest) ?? [];
    assert.ok(whole, `labels: ${line}`);
    labels[name!] = value!;
    rest = rest.slice(whole.length);
  }
  return labels;
}

function assertHistogram(name: string, { samples }: Family): void {
  const series = new Map<string, Sample[]>();
  for (const sample of samples) {
    const { le: _, ...others } = sample.labels;
    const key = JSON.stringify(others);
    series.set(key, [...(series.get(key) ?? []), sample]);
  }
  for (const own of series.values()) {
    const buckets = own.filter((sample) => sample.name === `${name}_bucket`).map(({ value }) => value);
    assert.deepEqual(
      buckets,
      buckets.toSorted((a, b) => a - b),
      `${name}: buckets rise`,
    );
    assert.equal(own.find((sample) => sample.name === `${name}_count`)?.value, buckets.at(-1), name);
  }
}

/** The value of the one sample with these labels; undefined where there is none. */
export const sampleOf = (
  families: ReadonlyMap<string, Family>,
  name: string,
  labels: Record<string, string> = {},
): number | undefined => {
  const family = families.get(name) ?? families.get(name.replace(/_(bucket|sum|count)$/, ''));
  return family?.samples.find(
    (sample) =>
      sample.name === name &&
      Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
  )?.value;
};
