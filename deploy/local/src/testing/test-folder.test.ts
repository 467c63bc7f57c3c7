import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { identityOf } from '../processes/tether.ts';
import { makeTestFolder, openTestFolder } from './test-folder.ts';

const { TEST_FOLDER: own } = process.env;
const made: string[] = [];

afterEach(() => {
  if (own === undefined) delete process.env['TEST_FOLDER'];
  else process.env['TEST_FOLDER'] = own;
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A run's folder as its process has left it. */
const leave = (owner: object | undefined): string => {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-tests-'));
  made.push(folder);
  if (owner !== undefined) writeFileSync(join(folder, 'owner.json'), JSON.stringify(owner));
  return folder;
};

it('removes what killed runs have left, and nothing of those that run or are just starting', () => {
  const mine = identityOf(process.pid);
  const left = leave({ ...mine, startTime: `${mine.startTime}0` });
  const [running, starting] = [leave(mine), leave(undefined)];
  made.push(openTestFolder());
  expect([left, running, starting].map(existsSync)).toEqual([false, true, true]);
});

it('makes folders within the one of the run', () => {
  const run = openTestFolder();
  made.push(run);
  expect(dirname(makeTestFolder('some-'))).toBe(run);
  expect(dirname(makeTestFolder('some-', own ?? tmpdir()))).not.toBe(run);
});
