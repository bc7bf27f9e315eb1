import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { builtName, programFile, programs } from '#server/program-files.ts';
import { builtProgram } from '../../testkit/built-program.ts';

test('set-up has built every program, and tests start those', () => {
  for (const program of programs) {
    const source = programFile(program);
    assert.ok(existsSync(source), source);
    assert.equal(
      basename(builtProgram(source)),
      builtName(program),
      'older than the sources: run scripts/setup',
    );
  }
});

test('a built program finds what lies beside the sources', async () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  const { stdout } = await promisify(execFile)(process.execPath, [
    builtProgram('server/cli.ts'),
    '--version',
  ]);
  assert.equal(stdout.trim(), version);
});

test('built programs keep ONNX Runtime quiet before it loads', () => {
  for (const program of ['main', 'cli'] as const) {
    const order = evaluated(builtProgram(`server/${program}.ts`));
    const quiet = order.findIndex((code) => code.includes('ORT_DISABLE_TELEMETRY = "1"'));
    const loads = order.findIndex((code) => /^import .*"onnxruntime-node"/m.test(code));
    assert.notEqual(quiet, -1, program);
    assert.ok(loads === -1 || quiet < loads, `${program}: ${quiet}, ${loads}`);
  }
});

/** The files of a program in the order in which they run, as texts. */
function evaluated(path: string, seen = new Set<string>()): string[] {
  if (seen.has(path)) return [];
  seen.add(path);
  const code = readFileSync(path, 'utf8');
  const imported = [...code.matchAll(/^import (?:.* from )?"(\.\/[^"]+)";$/gm)];
  return [...imported.flatMap(([, file]) => evaluated(join(dirname(path), file!), seen)), code];
}
