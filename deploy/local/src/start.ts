import { setTimeout as delay } from 'node:timers/promises';
import { seedDemo } from './demo/demo.ts';
import { trimMemory } from './processes/memory.ts';
import { endLeftovers } from './processes/orphans.ts';
import { createPrinter } from './processes/readable-log.ts';
import { readMode, type StartOptions, UsageError } from './system/options.ts';
import { authPathOf, configOf } from './system/product-options.ts';
import { checkPort, runUntilStopped, say } from './system/session.ts';
import { type System, startSystem } from './system/system.ts';
import type { Mode } from './system/system-processes.ts';

const welcome = (url: string, { inboxUrl }: System): string => `
  Mail that it sends arrives at ${inboxUrl}
  First: open ${url}/sign-up, make an account and an organization, then a product.
  Pay for it at its checkout with the card 4242 4242 4242 4242. Ctrl-C stops everything.

Tessera is ready at ${url}`;

const productionWelcome = (
  url: string,
  system: System,
  { smtp, payments }: { smtp: string | undefined; payments: string },
): string => `
  Production mode. ${payments}
  Mail that it sends ${smtp === undefined ? `arrives at ${system.inboxUrl} alone; set SMTP_URL to really send it` : 'goes to SMTP_URL'}.
  Ctrl-C stops everything.

Tessera is ready at ${url}`;

/** Describes whether test cards are accepted, from the same public options that the pages read. */
const describePayments = async ({ url }: System, authPath: string): Promise<string> => {
  const response = await fetch(`${url}${authPath}/public-options`);
  const { isTestMode } = (await response.json()) as { isTestMode?: boolean };
  return isTestMode === true
    ? 'Test cards are taken in place of money, and every page says "test mode".'
    : 'No payments are taken: -- --sandbox, or the option billing.sandbox, lets it sell with test cards.';
};

const mailOf = (mode: Mode, { SMTP_URL: url, MAIL_FROM: from }: NodeJS.ProcessEnv) =>
  mode === 'production' && url ? { mail: { url, from: from || 'Tessera <hello@tessera.localhost>' } } : {};

const start = async (options: StartOptions, mode: Mode, signal: AbortSignal): Promise<System> =>
  startSystem({
    dataDir: options.dataDir,
    port: options.port,
    ...configOf(options, process.env),
    publicUrl: urlOf(options),
    mode,
    ...mailOf(mode, process.env),
    isDurable: true,
    environment: process.env,
    print: createPrinter(),
    signal,
  });

const urlOf = ({ port }: StartOptions): string => process.env['PUBLIC_URL'] || `http://localhost:${port}`;

// The allocator settings of this process (`run.sh`) took effect before it began. Its children must not inherit them:
// a database that maps and unmaps each larger allocation would be slower.
for (const name of ['MALLOC_ARENA_MAX', 'MALLOC_TRIM_THRESHOLD_']) delete process.env[name];

// `npm start`: finds or starts the servers, then every process, and keeps all of them running.
await runUntilStopped('npm start', async (options, { signal, own }) => {
  const mode = readMode(process.env);
  if (options.isDemo && mode === 'production')
    throw new UsageError('--demo makes months of history, which only the development mode can');
  const url = urlOf(options);
  await endLeftovers(options.dataDir);
  await checkPort(options.port);
  const system = own(await start(options, mode, signal));
  const authPath = authPathOf(configOf(options, process.env), process.env);
  if (options.isDemo) say(await seedDemo({ url: system.url, origin: url, authPath, say, signal }));
  const payments = mode === 'production' ? await describePayments(system, authPath) : '';
  // Processes buffer their log lines for a tenth of a second; this line must be the last.
  await delay(250);
  const smtp = process.env['SMTP_URL'] || undefined;
  say(mode === 'production' ? productionWelcome(url, system, { smtp, payments }) : welcome(url, system));
  trimMemory();
});
