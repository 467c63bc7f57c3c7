/**
 * A small service for the crash tests, built from the kit's parts: it writes rows with events, and consumes these
 * into effect rows. Its arguments say where to pause; there it prints `paused` and waits to be killed.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { sessionCreated } from '@tessera/proto/events/identity';
import { pino } from 'pino';
import { uuidv7 } from 'uuidv7';
import { openDatabase } from '../src/database/data-source.ts';
import { type Bus, connectBus, on } from '../src/events/bus.ts';
import { once } from '../src/events/inbox.ts';
import { emit, transact } from '../src/events/outbox.ts';
import { startRelay } from '../src/events/relay.ts';
import { createMetrics } from '../src/observability/metrics.ts';

const [role = '', databaseUrl = '', natsUrl = '', count = '0', pauseAt = ''] = process.argv.slice(2);

const standStill = async (): Promise<never> => {
  process.stdout.write('paused\n');
  for (;;) await delay(60_000);
};

const log = pino({ level: 'silent' });
const metrics = createMetrics('crash');
const db = await openDatabase({ url: databaseUrl, pool: 8, entities: [], migrations: [], log });
const bus = await connectBus({ url: natsUrl, service: 'crash', log, metrics });

/** A bus whose `publish` may pause for ever, before or after the server has the event. */
const pausing: Bus = {
  ...bus,
  publish: async (row) => {
    if (pauseAt === 'before-publish') await standStill();
    await bus.publish(row);
    if (pauseAt === 'after-publish') await standStill();
  },
};

const write = async (): Promise<void> => {
  await transact(db, async (em) => {
    const id = uuidv7();
    await em.query('INSERT INTO changes (id) VALUES ($1)', [id]);
    await emit(em, sessionCreated, { sessionId: id, userId: 'u' });
  });
};

if (role === 'writer') {
  startRelay({ db, bus: pausing, log, metrics });
  for (let written = 0; written < Number(count); written += 20)
    await Promise.all(Array.from({ length: Math.min(20, Number(count) - written) }, write));
  process.stdout.write('written\n');
} else {
  let handled = 0;
  await bus.consume({
    name: 'effects',
    begin: 'with the stream',
    concurrency: 8,
    on: [
      on(sessionCreated, async ({ sessionId }, event) => {
        await once(db, { consumer: 'effects', eventId: event.id }, (em) =>
          em.query('INSERT INTO effects (change_id) VALUES ($1)', [sessionId]),
        );
        handled += 1;
        if (pauseAt === 'before-ack' && handled === 5) await standStill();
      }),
    ],
  });
  process.stdout.write('consuming\n');
}
