import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { eventually } from '../../test/eventually.ts';
import { type Stack, startStack } from '../../test/stack.ts';
import { openDatabase } from './data-source.ts';
import { isOutage } from './outage.ts';
import { noTimeout } from './preparing-client.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ service: 'silent', entities: [], migrations: [] });
});
afterAll(() => stack.stop());

/** A wire to the server that can be cut so that neither end hears of it. */
const startWire = async () => {
  const { port, hostname } = new URL(stack.databaseUrl);
  const ends: Socket[] = [];
  let isCut = false;
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const)
      from
        .on('data', (bytes) => void (isCut || to.write(bytes)))
        .on('error', () => undefined)
        .on('close', () => isCut || to.destroy());
    ends.push(near, far);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const url = new URL(stack.databaseUrl);
  url.search = '';
  url.port = `${(server.address() as AddressInfo).port}`;
  return {
    url: url.href,
    cut: () => {
      isCut = true;
    },
    mend: () => {
      isCut = false;
    },
    stop: () => {
      for (const end of ends) end.destroy();
      server.close();
    },
  };
};

const openSilent = async (silence: number) => {
  const wire = await startWire();
  const log = stack.log.logger;
  const db = await openDatabase({ url: wire.url, pool: 2, silence, entities: [], migrations: [], log });
  return { wire, db, stop: wire.stop };
};

describe('a database server that falls silent', () => {
  it('is an outage for whoever waits for it, and is used again once it answers', async () => {
    const { wire, db, stop } = await openSilent(1_000);
    await db.query('SELECT 1');
    wire.cut();
    const asked = [
      db.query('SELECT 2'),
      db.query('SELECT $1::int AS three', [3]),
      db.transaction(async (em) => em.query('SELECT 4')),
    ].map((work) => (work as Promise<unknown>).then(() => false, isOutage));
    expect(await Promise.all(asked.slice(0, 2))).toEqual([true, true]);
    wire.mend();
    await asked[2];
    await eventually(async () => expect(await db.query('SELECT 5 AS five')).toEqual([{ five: 5 }]));
    await db.destroy();
    stop();
  });

  it('is not what a connection at rest is taken for, nor a statement without a limit', async () => {
    const { db, stop } = await openSilent(1_000);
    const runner = db.createQueryRunner();
    const [{ pid }] = (await runner.query('SELECT pg_backend_pid() AS pid')) as [{ pid: number }];
    await runner.query(noTimeout);
    await runner.query('SELECT pg_sleep(2.5)');
    await runner.query('RESET statement_timeout');
    // Rests for longer than it may be silent: another statement tells when that time is over.
    await expect(db.query('SELECT pg_sleep(2.5)')).rejects.toThrow('does not answer');
    expect(await runner.query('SELECT pg_backend_pid() AS pid')).toEqual([{ pid }]);
    await runner.release();
    await db.destroy();
    stop();
  });
});
