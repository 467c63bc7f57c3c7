import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { identityOf, isAlive } from '../processes/tether.ts';
import { type System, startSystem } from './system.ts';

const answering = `
  import { createServer } from 'node:http';
  const { PORT, DATABASE_URL, TESSERA_SECRET } = process.env;
  createServer((_, response) => response.end(JSON.stringify({ DATABASE_URL, TESSERA_SECRET })))
    .listen(Number(PORT), '127.0.0.1', () => console.log('{"level":"info","msg":"ready"}'));
  process.on('SIGTERM', () => { console.log('{"level":"info","msg":"stopped"}'); process.exit(0); });`;

let folder: string;
let system: System | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tessera-system-'));
  writeFileSync(join(folder, 'good.mjs'), answering);
  writeFileSync(join(folder, 'bad.mjs'), `console.error('Error: no luck'); process.exit(1);`);
});
afterEach(async () => {
  await system?.stop();
  system = undefined;
  rmSync(folder, { recursive: true, force: true });
});

const start = async (print: (name: string, line: string) => void, special: Record<string, string> = {}) => {
  const good = join(folder, 'good.mjs');
  const programs = {
    identity: good,
    organization: good,
    billing: good,
    webhook: good,
    gateway: good,
    ...special,
  };
  return startSystem({ dataDir: join(folder, 'data'), isWebServed: false, programs, print });
};

describe('startSystem', () => {
  it('brings everything up, each service with a database of its own, and down in reverse order', async () => {
    const lines: string[] = [];
    const starting = start((name, line) => lines.push(`${name} ${line}`));
    // Another start at the same moment would destroy what this one makes.
    await expect(start(() => undefined)).rejects.toThrow('is in use by another start');
    system = await starting;
    const answer = (await (await fetch(system.urls.billing)).json()) as Record<string, string>;
    expect(new URL(answer['DATABASE_URL'] ?? '').pathname).toBe('/billing');
    expect(answer['TESSERA_SECRET']).toBeUndefined();
    const database = new Client({ connectionString: answer['DATABASE_URL'] });
    await database.connect();
    await database.end();
    const pids = [...Object.values(system.processes), system.servers.postgres].map(({ pid }) =>
      identityOf(pid ?? 0),
    );
    await system.stop();
    expect(pids.filter(isAlive)).toEqual([]);
    const order = lines.filter((line) => line.endsWith(' stopped')).map((line) => line.split(' ')[0]);
    expect([order[0], order.at(-1)]).toEqual(['gateway', 'inbox']);
    expect(readFileSync(join(folder, 'data/logs/billing.log'), 'utf8')).toContain('"msg":"ready"');
  });

  it('keeps options, which may hold secrets of other providers, from others on the machine', async () => {
    const dataDir = join(folder, 'data');
    const file = join(dataDir, 'config.json');
    mkdirSync(dataDir);
    writeFileSync(file, '{}', { mode: 0o644 });
    const starting = startSystem({ dataDir, isWebServed: false, config: { identity: { appNam: 'x' } } });
    await expect(starting).rejects.toThrow('appNam');
    expect((statSync(file).mode & 0o777).toString(8)).toBe('600');
  });

  it('names what processes would refuse in one line each, before any server is started', async () => {
    const lines: string[] = [];
    const starting = startSystem({
      dataDir: join(folder, 'data'),
      isWebServed: false,
      config: { identity: { appNam: 'x' }, webhook: { allowHttp: 'yes' }, gateway: {} },
      env: { LOG_LEVEL: 'loud' },
      print: (name, line) => lines.push(`${name} ${line}`),
    });
    const problem: unknown = await starting.catch((error: unknown) => error);
    const reason = (problem as Error).message.split('\n');
    expect(reason).toHaveLength(1);
    expect(reason[0]).toContain('environment variable LOG_LEVEL');
    expect(lines).toEqual([]);
    expect(existsSync(join(folder, 'data/postgres'))).toBe(false);
    const options = startSystem({
      dataDir: join(folder, 'data'),
      isWebServed: false,
      config: { identity: { appNam: 'x' }, webhook: { allowHttp: 'yes' } },
    });
    await expect(options).rejects.toThrow(
      /^option identity\.appNam: unknown key\noption webhook\.allowHttp: .*boolean.*$/,
    );
    expect(existsSync(join(folder, 'data/postgres'))).toBe(false);
  });

  it('says why a process did not start, and leaves nothing running', async () => {
    const starting = start(() => undefined, { webhook: join(folder, 'bad.mjs') });
    await expect(starting).rejects.toThrow('webhook did not start (exit 1): Error: no luck');
    const { children } = JSON.parse(readFileSync(join(folder, 'data/processes.json'), 'utf8')) as {
      children: { pid: number; startTime: string }[];
    };
    expect(children.filter(isAlive)).toEqual([]);
  });

  it('stops what is up when it is aborted while starting', async () => {
    writeFileSync(join(folder, 'slow.mjs'), 'setInterval(() => undefined, 1000);');
    const stopping = new AbortController();
    const good = join(folder, 'good.mjs');
    const slow = join(folder, 'slow.mjs');
    const starting = startSystem({
      dataDir: join(folder, 'data'),
      isWebServed: false,
      programs: { identity: slow, organization: good, billing: good, webhook: good, gateway: good },
      print: (name) => name === 'billing' && stopping.abort(new Error('enough')),
      signal: stopping.signal,
    });
    await expect(starting).rejects.toThrow('enough');
    expect(existsSync(join(folder, 'data/postgres/data/postmaster.pid'))).toBe(false);
  });
});
