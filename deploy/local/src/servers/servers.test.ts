import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { waitUntilGone } from '../processes/ownership.ts';
import { identityOf } from '../processes/tether.ts';
import { type Server, startNats, startPostgres, startRedis } from './servers.ts';

const folders: string[] = [];
const started: Server[] = [];
const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-servers-'));
  folders.push(folder);
  return folder;
};
const remember = (server: Server) => {
  started.push(server);
  return server;
};

afterEach(async () => {
  for (const server of started.splice(0)) await server.stop();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const query = async (url: string, text: string) => {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
};

/** Sends one line and returns the first answer: enough for the text protocols of Redis and NATS. */
const say = async (url: string, line: string): Promise<string> => {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.write(`${line}\r\n`);
  const [answer] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  return answer.toString();
};

const until = async (isTrue: () => boolean): Promise<void> => {
  const deadline = performance.now() + 60_000;
  while (!isTrue()) {
    if (performance.now() > deadline) throw new Error('it did not happen within a minute');
    await delay(5);
  }
};

describe('startPostgres', () => {
  it('keeps committed rows through kill -9 and comes back on the same address', async () => {
    const postgres = remember(await startPostgres({ dir: newFolder(), fsync: true }));
    await query(postgres.url, 'create table kept as select 42 as answer');
    await postgres.kill();
    expect(postgres.pid).toBeUndefined();
    await postgres.restart();
    expect(await query(postgres.url, 'select answer from kept')).toEqual([{ answer: 42 }]);
  });

  it('starts on a folder whose postmaster.pid names a process that is something else', async () => {
    const dir = newFolder();
    await (await startPostgres({ dir, fsync: false })).stop();
    writeFileSync(join(dir, 'data', 'postmaster.pid'), `${process.pid}\n${join(dir, 'data')}\n`);
    const again = remember(await startPostgres({ dir, fsync: false }));
    expect(await query(again.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('is reached by its socket, whatever a killed one has left there', async () => {
    const dir = newFolder();
    const postgres = remember(await startPostgres({ dir, fsync: true }));
    const folder = new URL(postgres.url).searchParams.get('host') ?? '';
    const [lock] = readdirSync(folder).filter((name) => name.endsWith('.lock'));
    expect(lock).toBeDefined();
    await postgres.kill();
    for (const file of [join(folder, lock ?? ''), join(folder, 'data', 'postmaster.pid')])
      writeFileSync(file, `${process.pid}\n${folder}\n`);
    await postgres.restart();
    const sent = 'select inet_client_addr() as address';
    expect(await query(postgres.url, sent)).toEqual([{ address: null }]);
  });

  it('is reached by TCP where the path of a socket would be too long', async () => {
    const dir = join(newFolder(), 'a'.repeat(90));
    const postgres = remember(await startPostgres({ dir, fsync: false }));
    expect(await query(postgres.url, 'select host(inet_client_addr()) as address')).toEqual([
      { address: '127.0.0.1' },
    ]);
  });

  it('refuses a folder that another start is using', async () => {
    const dir = newFolder();
    remember(await startPostgres({ dir, fsync: false }));
    await expect(startPostgres({ dir, fsync: false })).rejects.toThrow(/in use by process/);
  });

  it('uses the address it is given and never stops what it did not start', async () => {
    const environment = { DATABASE_URL: 'postgres://elsewhere/db' };
    const given = await startPostgres({ dir: newFolder(), fsync: false, environment });
    expect(given.url).toBe('postgres://elsewhere/db');
    await expect(given.kill()).rejects.toThrow(/not started here/);
  });
});

describe('startRedis', () => {
  it('answers, and keeps durable data through a restart', async () => {
    const redis = remember(await startRedis({ dir: newFolder(), durable: true }));
    expect(await say(redis.url, 'SET name tessera')).toBe('+OK\r\n');
    await redis.restart();
    expect(await say(redis.url, 'GET name')).toContain('tessera');
  });
});

const natsSettings = (file: string): string[] =>
  (readFileSync(file, 'utf8').match(/^ *(max_payload|sync_interval|max_file_store): .+$/gm) ?? []).map(
    (line) => line.trim(),
  );

describe('startNats', () => {
  it('has the settings of the server in containers and on Kubernetes', async () => {
    const dir = newFolder();
    remember(await startNats({ dir }));
    const settings = natsSettings(join(dir, 'nats.conf'));
    expect(settings).toHaveLength(3);
    expect(natsSettings(fileURLToPath(new URL('../../../k8s/base/nats.conf', import.meta.url)))).toEqual(
      settings,
    );
  });

  it('offers JetStream, also after it was killed', async () => {
    const dir = newFolder();
    const nats = remember(await startNats({ dir }));
    expect(await say(nats.url, 'PING')).toContain('"jetstream":true');
    expect(readFileSync(join(dir, 'server.log'), 'utf8')).toMatch(/Max Storage: +1\.00 PB/);
    await nats.kill();
    await nats.restart();
    expect(await say(nats.url, 'PING')).toContain('"jetstream":true');
  });

  it('is started again when a full disk has left it without writing, once there is room', async () => {
    const dir = newFolder();
    const nats = remember(await startNats({ dir }));
    const { pid } = nats;
    appendFileSync(
      join(dir, 'server.log'),
      "[ERR] JetStream failed to store a msg on stream 'A': write 1.blk: no space left on device\n",
    );
    await until(() => nats.pid !== undefined && nats.pid !== pid);
    expect(await say(nats.url, 'PING')).toContain('INFO');
  });
});

describe('a server that dies by itself', () => {
  const dieAndReturn = async (start: (options: { log: (line: string) => void }) => Promise<Server>) => {
    const lines: string[] = [];
    const server = remember(await start({ log: (line) => lines.push(line) }));
    const { url, pid: first = 0 } = server;
    return {
      server,
      lines,
      die: async () => {
        process.kill(first, 'SIGKILL');
        await until(() => lines.at(-1)?.includes('is ready again on') === true);
        expect(server.url).toBe(url);
        expect(server.pid).not.toBe(first);
      },
    };
  };

  it('comes back on the same address with the same data, and it is said: Postgres', async () => {
    const dir = newFolder();
    const { server, lines, die } = await dieAndReturn((more) => startPostgres({ dir, fsync: true, ...more }));
    await query(server.url, 'create table kept as select 42 as answer');
    await die();
    expect(await query(server.url, 'select answer from kept')).toEqual([{ answer: 42 }]);
    expect(lines).toContain('Postgres stopped (SIGKILL); starting it again in 0.1 s');
  });

  it('comes back on the same address with the same data, and it is said: Redis and NATS', async () => {
    const redis = await dieAndReturn((more) => startRedis({ dir: newFolder(), durable: true, ...more }));
    const nats = await dieAndReturn((more) => startNats({ dir: newFolder(), ...more }));
    expect(await say(redis.server.url, 'SET name tessera')).toBe('+OK\r\n');
    // What is written each second is on disk after a save that was asked for.
    expect(await say(redis.server.url, 'BGREWRITEAOF')).toContain('+');
    await Promise.all([redis.die(), nats.die()]);
    expect(await say(nats.server.url, 'PING')).toContain('"jetstream":true');
    expect(await say(redis.server.url, 'GET name')).toContain('tessera');
  });

  it('stays down once it was killed here, or stopped while it was coming back', async () => {
    const { server, lines } = await dieAndReturn((more) => startRedis({ dir: newFolder(), ...more }));
    await server.kill();
    expect(server.pid).toBeUndefined();
    await server.restart();
    process.kill(server.pid ?? 0, 'SIGKILL');
    await until(() => lines.at(-1)?.includes('stopped (SIGKILL)') === true);
    await server.stop();
    expect(server.pid).toBeUndefined();
    expect(lines.filter((line) => line.includes('stopped'))).toHaveLength(1);
  });
});

describe('a killed owner', () => {
  it('leaves no server behind and no obstacle for the next start', async () => {
    const dir = newFolder();
    const module = fileURLToPath(new URL('servers.ts', import.meta.url));
    const script = `
      import { startServers } from ${JSON.stringify(module)};
      const { postgres, redis, nats } = await startServers({ dir: ${JSON.stringify(dir)}, durable: false });
      process.stdout.write(JSON.stringify([postgres.pid, redis.pid, nats.pid]));
      setInterval(() => undefined, 1000);`;
    const owner = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [output] = (await once(owner.stdout, 'data')) as [Buffer];
    const servers = (JSON.parse(output.toString()) as number[]).map(identityOf);
    owner.kill('SIGKILL');
    for (const server of servers) expect(await waitUntilGone(server, 10_000)).toBe(true);
    const postgres = remember(await startPostgres({ dir: join(dir, 'postgres'), fsync: false }));
    expect(existsSync(join(dir, 'postgres', 'data'))).toBe(true);
    expect(await query(postgres.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });
});
