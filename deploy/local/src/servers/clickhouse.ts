import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { withParentDeathSignal } from '../processes/tether.ts';
import { cached } from './cache.ts';
import { runServer, type Server } from './server.ts';

const run = promisify(execFile);

/** ClickHouse's engine as a package, which pins the exact version of its library. */
const VERSION = '3.4.0';
const INSTALL_WITHIN = 580_000;

/** npm's own variables name the checkout that runs this; the package must be installed elsewhere. */
const withoutNpm = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(process.env).filter(
      ([key]) => !/^npm_/i.test(key) || /registry|cafile|proxy|userconfig/i.test(key),
    ),
  );

/**
 * The package is half a gigabyte, so it is not an ordinary dependency: it is downloaded into the cache on first use.
 * Its install scripts are not run.
 */
const fetchEngine = (): Promise<string> =>
  cached(`npm-chdb-${VERSION}`, async (folder) => {
    const content = { private: true, dependencies: { chdb: VERSION } };
    writeFileSync(join(folder, 'package.json'), JSON.stringify(content));
    const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', '--prefix', folder];
    try {
      await run('npm', ['install', ...options], { cwd: folder, env: withoutNpm(), timeout: INSTALL_WITHIN });
    } catch (cause) {
      throw new Error(
        `ClickHouse's engine, chdb ${VERSION}, could not be installed by npm: ${(cause as Error).message}`,
        { cause },
      );
    }
  });

/**
 * Starts ClickHouse's engine behind its HTTP interface, for tests and benchmarks: queries of the official client are
 * really executed. One query at a time, no users, no cluster.
 */
export const startClickHouse = async ({ dir, isThrowaway = false }: ClickHouseOptions): Promise<Server> => {
  const engine = await fetchEngine();
  const script = join(import.meta.dirname, 'clickhouse-server.mjs');
  return runServer({
    name: 'ClickHouse',
    dir,
    isThrowaway,
    ready: /^ClickHouse is ready$/m,
    stopSignal: 'SIGTERM',
    url: (port) => `http://127.0.0.1:${port}`,
    command: (port) =>
      Promise.resolve({
        command: withParentDeathSignal(
          [process.execPath, script, engine, join(dir, 'data'), String(port)],
          'SIGTERM',
        ),
        env: process.env,
      }),
  });
};

type ClickHouseOptions = { dir: string; isThrowaway?: boolean };
