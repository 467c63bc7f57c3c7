/** What remains after each way to die: every committed change has exactly one effect, counted in rows. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once as happens } from 'node:events';
import { mkdtemp, rm, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { startNats } from '@tessera/local/servers/servers';
import { compileCache } from '@tessera/local/system/system-processes';
import { makeTestFolder } from '@tessera/local/testing/test-folder';
import { inboxMigration } from '../src/events/inbox.ts';
import { outboxMigration } from '../src/events/outbox.ts';
import { sentEventsMigration } from '../src/events/sent-events.ts';
import { eventually } from './eventually.ts';
import { type Stack, startStack } from './stack.ts';

const rows = {
  name: '001-crash',
  sql: `CREATE TABLE changes (id uuid PRIMARY KEY);
        CREATE TABLE effects (id bigserial PRIMARY KEY, change_id uuid NOT NULL)`,
};
const program = fileURLToPath(new URL('./crash-child.ts', import.meta.url));
const children = new Set<ChildProcess>();

let stack: Stack;
let nats: Awaited<ReturnType<typeof startNats>>;
let dir: string;
let natsDir: string;

/** Starts a process of the test service; `said` resolves with its next word of this kind. */
const run = (role: 'writer' | 'consumer', options: { count?: number; pauseAt?: string } = {}) => {
  const args = [role, stack.databaseUrl, nats.url, String(options.count ?? 0), options.pauseAt ?? ''];
  const child = spawn(process.execPath, [program, ...args], {
    env: { ...process.env, ...compileCache() },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.add(child);
  const words: string[] = [];
  createInterface({ input: child.stdout }).on('line', (word) => words.push(word));
  return {
    said: (word: string) => eventually(() => expect(words).toContain(word)),
    kill: async () => {
      const over = happens(child, 'exit');
      child.kill('SIGKILL');
      await over;
      children.delete(child);
    },
  };
};

const count = async (sql: string): Promise<number> =>
  Number(((await stack.db.query(`SELECT count(*) AS n FROM ${sql}`)) as [{ n: string }])[0].n);

/** Waits until all is quiet, then counts. */
const expectOneEffectEach = async (changes: number): Promise<void> => {
  await eventually(async () => {
    expect(await count('outbox')).toBe(0);
    expect(await count('(SELECT DISTINCT change_id FROM effects) AS effects')).toBe(changes);
  }, 60_000);
  expect(await count('changes')).toBe(changes);
  expect(await count('effects')).toBe(changes);
  expect(await count('changes JOIN effects ON change_id = changes.id')).toBe(changes);
};

beforeAll(async () => {
  dir = makeTestFolder('tessera-crash-');
});

beforeEach(async () => {
  stack = await startStack({
    service: 'crash',
    entities: [],
    migrations: [outboxMigration, sentEventsMigration, inboxMigration, rows],
  });
  natsDir = await mkdtemp(join(dir, 'nats-'));
  nats = await startNats({ dir: natsDir });
});

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  children.clear();
  await nats.stop();
  await stack.stop();
});

afterAll(() => rm(dir, { recursive: true, force: true }));

/** The bus dies, and with it the last of what it had not yet written to its disk. */
const failPower = async (lost: number): Promise<void> => {
  await nats.kill();
  const block = join(natsDir, 'data/jetstream/$G/streams/IDENTITY/msgs/1.blk');
  const { size } = await stat(block);
  await truncate(block, Math.floor(size * (1 - lost)));
  await nats.restart();
};

describe('after a power failure', () => {
  it('events that the bus had confirmed and lost are published again by a process that runs', async () => {
    await run('writer', { count: 40 }).said('written');
    await eventually(async () => expect(await count('outbox')).toBe(0));
    await failPower(0.5);
    run('consumer');
    await expectOneEffectEach(40);
  });

  it('and by one that is started afterwards, to a consumer that knows some of them', async () => {
    const [writer, consumer] = [run('writer', { count: 40 }), run('consumer')];
    await Promise.all([writer.said('written'), consumer.said('consuming')]);
    await eventually(async () => expect(await count('effects')).toBe(40));
    await writer.kill();
    await failPower(0.5);
    await stack.db.query('DELETE FROM inbox; DELETE FROM effects; DELETE FROM changes');
    await run('writer', { count: 20 }).said('written');
    await eventually(async () => {
      // All of the second writer's, and those of the first that came a second time.
      expect(await count('changes JOIN effects ON change_id = changes.id')).toBe(20);
      expect(await count('effects')).toBeGreaterThan(20);
    }, 60_000);
  });
});

describe('after a kill -9', () => {
  it('between commit and publish, what was committed is published by the next process', async () => {
    const child = run('writer', { count: 40, pauseAt: 'before-publish' });
    await Promise.all([child.said('written'), child.said('paused')]);
    await child.kill();
    expect(await count('outbox')).toBe(40);
    run('consumer');
    run('writer');
    await expectOneEffectEach(40);
  });

  it('between publish and forgetting, what is published twice has its effect once', async () => {
    const child = run('writer', { count: 40, pauseAt: 'after-publish' });
    await Promise.all([child.said('written'), child.said('paused')]);
    await child.kill();
    run('consumer');
    run('writer');
    await expectOneEffectEach(40);
  });

  it('between effect and ack, the event is delivered again and has no second effect', async () => {
    const writer = run('writer', { count: 40 });
    const child = run('consumer', { pauseAt: 'before-ack' });
    await Promise.all([writer.said('written'), child.said('paused')]);
    await child.kill();
    const consumer = run('consumer');
    await consumer.said('consuming');
    await expectOneEffectEach(40);
    // Quiet for good: the event that was not acknowledged has come again and is settled.
    await eventually(async () => expect(await unsettled()).toBe(0));
    expect(await count('effects')).toBe(40);
  });

  it('of NATS while thousands of events are published, nothing is lost and nothing happens twice', async () => {
    const changes = 2_000;
    // A process that finds no server at its start ends, and nobody starts this one again.
    await run('consumer').said('consuming');
    const writer = run('writer', { count: changes });
    for (const share of [0.1, 0.4]) {
      await eventually(async () => expect(await count('changes')).toBeGreaterThan(changes * share));
      await nats.kill();
      await nats.restart();
    }
    await writer.said('written');
    await expectOneEffectEach(changes);
  });
});

/** Events that were handed out and not settled, or not handed out yet. */
const unsettled = async (): Promise<number> => {
  const [{ jetstreamManager }, { connect }] = await Promise.all([
    import('@nats-io/jetstream'),
    import('@nats-io/transport-node'),
  ]);
  const nc = await connect({ servers: nats.url });
  const info = await (await jetstreamManager(nc)).consumers.info('IDENTITY', 'crash-effects');
  await nc.close();
  return info.num_ack_pending + info.num_pending;
};
