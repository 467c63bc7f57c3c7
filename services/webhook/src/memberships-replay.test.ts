import { consumeMemberships } from '@tessera/kit/access/memberships';
import { connectBus } from '@tessera/kit/events/bus';
import { eventually } from '@tessera/kit/test/eventually';
import { historyOf, moves } from '@tessera/kit/test/organization-history';
import fc from 'fast-check';
import { startWebhook, type WebhookStack } from '../test/factories.ts';
import { consumeOrganizations } from './events/consumers.ts';

let started: WebhookStack;
beforeAll(async () => {
  started = await startWebhook();
});
afterAll(() => started.stack.stop());

const copy = async () => (await started.stack.db.query('SELECT * FROM memberships ORDER BY id')) as unknown[];
const isThere = (id: string) =>
  eventually(async () => {
    expect(await started.stack.db.query('SELECT 1 FROM memberships WHERE id = $1', [id])).toHaveLength(1);
  });

/** Consumes the whole stream from its start, under a name that has consumed nothing yet. */
const replay = async (service: string, lastMember: string): Promise<void> => {
  const { natsUrl: url, metrics, log } = started.stack;
  const bus = await connectBus({ url, service, log: log.logger, metrics });
  const webhook = { ...started.webhook, bus };
  const consumers = [await consumeMemberships(webhook), await consumeOrganizations(webhook)];
  await isThere(lastMember);
  for (const consumer of consumers) await consumer.stop();
  await bus.close();
};

describe('the copy of memberships', () => {
  it('is rebuilt exactly by a replay of the stream, into nothing and over what is there', async () => {
    const [lives = []] = fc.sample(moves, { numRuns: 1, seed: 11 });
    const { events, lastMember } = historyOf(lives);
    for (const event of events) await started.stack.bus.publish(event);
    await isThere(lastMember);
    const lived = await copy();
    expect(lived.length).toBeGreaterThan(5);
    await started.stack.db.query('TRUNCATE memberships');
    await replay('again', lastMember);
    expect(await copy()).toEqual(lived);
    const marker = historyOf([]);
    for (const event of marker.events) await started.stack.bus.publish(event);
    await replay('over', marker.lastMember);
    const now = await copy();
    expect(now).toEqual(expect.arrayContaining(lived));
    expect(now).toHaveLength(lived.length + 1);
  });
});
