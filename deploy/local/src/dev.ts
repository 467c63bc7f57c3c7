import { join } from 'node:path';
import { type ManagedProcess, manageProcess } from './processes/managed-process.ts';
import { createPrinter, type Printer } from './processes/readable-log.ts';
import type { StartOptions } from './system/options.ts';
import { checkPort, runUntilStopped, say } from './system/session.ts';
import { startSystem } from './system/system.ts';
import { root } from './system/system-processes.ts';

/** Vite serves the sources of the web application and proxies /api to the gateway. */
const manageVite = (options: StartOptions, gatewayUrl: string, print: Printer): ManagedProcess =>
  manageProcess({
    name: 'web',
    url: `http://127.0.0.1:${options.port}`,
    cwd: join(root, 'web'),
    command: [
      ...[process.execPath, join(root, 'node_modules/vite/bin/vite.js')],
      ...['--host', '127.0.0.1', '--port', `${options.port}`, '--strictPort', '--clearScreen', 'false'],
    ],
    env: { ...process.env, GATEWAY_URL: gatewayUrl },
    onLine: (line) => print('web', line),
    say: (line) => print('web', line),
  });

// `npm run dev`: the system of `npm start`, but every part reloads when its sources change.
await runUntilStopped('npm run dev', async (options, { signal, own }) => {
  await checkPort(options.port);
  const print = createPrinter();
  const url = `http://localhost:${options.port}`;
  const system = own(
    await startSystem({
      dataDir: options.dataDir,
      ...(options.config === undefined ? {} : { config: options.config }),
      publicUrl: url,
      isDurable: true,
      isWebServed: false,
      isWatched: true,
      environment: process.env,
      print,
      signal,
    }),
  );
  const vite = own(manageVite(options, system.url, print));
  await vite.start();
  say(`\nTessera is ready at ${url} and follows its sources; mail arrives at ${system.inboxUrl}`);
});
