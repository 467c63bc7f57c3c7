import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../system/system-processes.ts';
import { type Count, runCommand, type Step } from './step.ts';

type Results = { numPassedTests: number; numFailedTests: number; numRuntimeErrorTestSuites: number };

const jest = (project: string, results: string, more: readonly string[]): string[] => [
  process.execPath,
  ...[join(root, 'node_modules/jest/bin/jest.js'), '--config', join(root, 'deploy/local/jest.config.mjs')],
  ...['--selectProjects', project, '--json', '--outputFile', results, ...more],
];

const readCount = (file: string): Count | undefined => {
  try {
    const results = JSON.parse(readFileSync(file, 'utf8')) as Results;
    // A file that cannot be loaded has no failed test of its own.
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    return { passed: results.numPassedTests, failed };
  } catch {
    return undefined;
  }
};

/** Milliseconds. A test that hangs must not hang the run: the runner of unit tests has no timeout per test. */
const limit = 30 * 60_000;

/** A step that runs the tests of one Jest project and counts each. */
export const jestStep = (name: string, project: string, more: readonly string[] = []): Step => ({
  name,
  run: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tessera-results-'));
    const file = join(folder, 'results.json');
    try {
      const ending = await runCommand(jest(project, file, more), { isShown: true, limit }).catch(
        (error: Error) => error,
      );
      const count = readCount(file);
      if (count === undefined) throw ending instanceof Error ? ending : new Error('Jest left no results');
      // Jest also fails when it finds no test or when its setup throws.
      return ending instanceof Error && count.failed === 0 ? { ...count, failed: 1 } : count;
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
});
