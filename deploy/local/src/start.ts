import { setTimeout as delay } from 'node:timers/promises';
import { seedDemo } from './demo.ts';
import { configOf } from './demo-options.ts';
import { endLeftovers } from './leftovers.ts';
import { createPrinter } from './readable-log.ts';
import { checkPort, runUntilStopped, say } from './session.ts';
import { type System, startSystem } from './system.ts';

const welcome = (url: string, { inboxUrl }: System): string => `
  Mail that it sends arrives at ${inboxUrl}
  First: open ${url}/sign-up, make an account and an organization, then a product.
  Pay for it at its checkout with the card 4242 4242 4242 4242. Ctrl-C stops everything.

Tessera is ready at ${url}`;

// `npm start`: finds or starts the servers, then every process, and keeps all of it running.
await runUntilStopped('npm start', async (options, { signal, own }) => {
  const url = process.env['PUBLIC_URL'] ?? `http://localhost:${options.port}`;
  await endLeftovers(options.dataDir);
  await checkPort(options.port);
  const system = own(
    await startSystem({
      dataDir: options.dataDir,
      port: options.port,
      ...configOf(options, process.env),
      publicUrl: url,
      isDurable: true,
      environment: process.env,
      print: createPrinter(),
      signal,
    }),
  );
  if (options.isDemo) say(await seedDemo({ url: system.url, origin: url, say, signal }));
  // Processes gather their log lines for a tenth of a second; this one is to be the last.
  await delay(250);
  say(welcome(url, system));
});
