import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import vm from 'node:vm';

const rootDir = fileURLToPath(new URL('../..', import.meta.url));

// Test files and the modules they test are ES modules, which Jest only loads with this option of Node. It is added
// here for a Jest started without it (`npx jest --config deploy/local/jest.config.mjs services/billing`).
if (vm.SourceTextModule === undefined) {
  const options = [
    process.env.NODE_OPTIONS,
    '--experimental-vm-modules',
    '--disable-warning=ExperimentalWarning',
  ];
  const env = { ...process.env, NODE_OPTIONS: options.filter(Boolean).join(' ') };
  const { status } = spawnSync(process.execPath, process.argv.slice(1), { env, stdio: 'inherit' });
  process.exit(status ?? 1);
}

const shared = {
  rootDir,
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform: { '\\.tsx?$': '@swc/jest' },
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
};

export default {
  rootDir,
  maxWorkers: 2,
  watchman: false,
  // Jest reads this only at the top level. It only bounds a test that hangs; waits inside tests have their own
  // limits.
  testTimeout: 120_000,
  // A worker that has loaded hundreds of files takes more than half a second to exit on a busy machine. A worker that
  // cannot exit, because a test left a handle open, is still reported.
  workerGracefulExitTimeout: 20_000,
  testSequencer: fileURLToPath(new URL('src/testing/longest-first.ts', import.meta.url)),
  projects: [
    {
      ...shared,
      displayName: 'unit',
      // Node itself loads the files, each module once per process. Jest's own runner reloads all of them for each
      // test file, which took most of the time. This runner has no module mocks and no test timeouts.
      runner: '<rootDir>/deploy/local/test-runner.mjs',
      roots: ['proto', 'services', 'gateway/src', 'web/src', 'deploy/local'].map(
        (folder) => `<rootDir>/${folder}`,
      ),
      testMatch: ['**/*.test.ts'],
      setupFiles: ['<rootDir>/deploy/local/src/testing/fast-check.ts'],
      globalSetup: '<rootDir>/deploy/local/src/testing/jest-setup.ts',
      globalTeardown: '<rootDir>/deploy/local/src/testing/jest-teardown.ts',
    },
    {
      ...shared,
      displayName: 'pages',
      runner: '<rootDir>/deploy/local/test-runner.mjs',
      roots: ['<rootDir>/web/src'],
      testMatch: ['**/*.page.test.tsx'],
      setupFiles: ['<rootDir>/web/src/test/browser.ts'],
      setupFilesAfterEnv: ['<rootDir>/web/src/test/set-up.ts'],
    },
    {
      ...shared,
      displayName: 'journeys',
      roots: ['<rootDir>/gateway/journeys'],
      testMatch: ['**/*.test.ts'],
      globalSetup: '<rootDir>/gateway/journeys/support/pool.ts',
      globalTeardown: '<rootDir>/deploy/local/src/testing/jest-teardown.ts',
    },
  ],
};
