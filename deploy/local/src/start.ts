import { seedDemo } from './demo.ts';
import { endLeftovers } from './leftovers.ts';
import { parseOptions, type StartOptions, UsageError, usage } from './options.ts';
import { isPortFree } from './ports.ts';
import { createPrinter } from './readable-log.ts';
import { type System, startSystem } from './system.ts';

const say = (text: string): void => void process.stdout.write(`${text}\n`);

const checkPort = async (port: number): Promise<void> => {
  const hosts = [process.env['HOST'] ?? '127.0.0.1'];
  const free = await Promise.all(hosts.map((host) => isPortFree(port, host)));
  if (free.includes(false))
    throw new UsageError(`Port ${port} is taken; choose another one with -- --port N`);
};

const welcome = (url: string, { inboxUrl }: System): string => `
Tessera is ready at ${url}
  Mail that it sends arrives at ${inboxUrl}
  First: open ${url}/sign-up, create an account and an organization, then a product.
  Pay for it at its checkout with the card 4242 4242 4242 4242. Ctrl-C stops everything.`;

const waitForStop = (system: System, isStopping: Promise<void>) => isStopping.then(() => system.stop());

const run = async (options: StartOptions, stopping: AbortController): Promise<void> => {
  const isStopping = new Promise<void>((resolve) => {
    stopping.signal.addEventListener('abort', () => resolve(), { once: true });
  });
  const url = process.env['PUBLIC_URL'] ?? `http://localhost:${options.port}`;
  await endLeftovers(options.dataDir);
  await checkPort(options.port);
  const system = await startSystem({
    dataDir: options.dataDir,
    port: options.port,
    ...(options.config === undefined ? {} : { config: options.config }),
    publicUrl: url,
    isDurable: true,
    environment: process.env,
    print: createPrinter(),
    signal: stopping.signal,
  });
  const stopped = waitForStop(system, isStopping);
  const demo = options.isDemo
    ? await seedDemo({ url: system.url, origin: url, say, signal: stopping.signal })
    : '';
  if (!stopping.signal.aborted) say([welcome(url, system), demo].filter(Boolean).join('\n'));
  await stopped;
};

const main = async (): Promise<void> => {
  const options = parseOptions(process.argv.slice(2), process.env['INIT_CWD'] ?? process.cwd());
  if (options.isHelp) {
    say(usage);
    return;
  }
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (!stopping.signal.aborted) say('Stopping …');
      stopping.abort();
    });
  }
  try {
    await run(options, stopping);
  } catch (error) {
    if (!stopping.signal.aborted) throw error;
  }
};

try {
  await main();
  process.exit(0);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(1);
}
