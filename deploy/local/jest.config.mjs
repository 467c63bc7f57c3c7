import { fileURLToPath } from 'node:url';

const rootDir = fileURLToPath(new URL('../..', import.meta.url));

const shared = {
  rootDir,
  testEnvironment: 'node',
  // Node itself loads the files, each module once per process. Jest's own runner reloads all of them for each test
  // file, which took most of the time. This runner has no module mocks and no test timeouts.
  runner: '<rootDir>/deploy/local/test-runner.mjs',
  transform: {},
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
};

export default {
  rootDir,
  maxWorkers: 2,
  watchman: false,
  testSequencer: fileURLToPath(new URL('src/testing/longest-first.ts', import.meta.url)),
  projects: [
    {
      ...shared,
      displayName: 'unit',
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
