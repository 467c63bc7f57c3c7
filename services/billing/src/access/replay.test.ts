import { consumeMemberships } from '@tessera/kit/access/memberships';
import { connectBus } from '@tessera/kit/events/bus';
import { eventually } from '@tessera/kit/test/eventually';
import { historyOf, moves } from '@tessera/kit/test/organization-history';
import fc from 'fast-check';
import { type BillingStack, startBilling } from '../../test/factories.ts';
import { consumeOrganizations } from '../endings/consumers.ts';

let stack: BillingStack;
beforeAll(async () => {
  stack = await startBilling({ workers: false });
});
afterAll(() => stack.stop());

const copies = async () => ({
  memberships: (await stack.db.query('SELECT * FROM memberships ORDER BY id')) as unknown[],
  organizations: (await stack.db.query('SELECT * FROM organizations ORDER BY id')) as unknown[],
});

/** Consumes the whole stream from its start, under a name that has consumed nothing yet. */
const replay = async (service: string, until: { member: string; changed: string }): Promise<void> => {
  const { natsUrl: url, metrics, log, billing } = stack;
  const bus = await connectBus({ url, service, log: log.logger, metrics });
  const consumers = [
    await consumeMemberships({ ...billing, bus }),
    await consumeOrganizations({ ...billing, bus }),
  ];
  await eventually(async () => {
    for (const [kind, id] of [
      ['memberships', until.member],
      ['organizations', until.changed],
    ] as const)
      expect(await stack.db.query(`SELECT 1 FROM ${kind} WHERE id::text = $1`, [id])).toHaveLength(1);
  });
  for (const consumer of consumers) await consumer.stop();
  await bus.close();
};

describe('the copies of memberships and organizations', () => {
  it('are rebuilt exactly by a replay of the stream, into nothing and over what is there', async () => {
    const [lives = []] = fc.sample(moves, { numRuns: 1, seed: 7 });
    const { events, lastMember, lastOrganization } = historyOf(lives);
    for (const event of events) await stack.bus.publish(event);
    const until = { member: lastMember, changed: lastOrganization };
    await replay('first', until);
    const lived = await copies();
    expect(lived.memberships.length).toBeGreaterThan(5);
    await stack.db.query('TRUNCATE memberships, organizations');
    await replay('again', until);
    expect(await copies()).toEqual(lived);
    const marker = historyOf([]);
    for (const event of marker.events) await stack.bus.publish(event);
    await replay('over', { member: marker.lastMember, changed: marker.lastOrganization });
    const { memberships, organizations } = await copies();
    expect(memberships).toEqual(expect.arrayContaining(lived.memberships));
    expect(organizations).toEqual(expect.arrayContaining(lived.organizations));
    expect(memberships).toHaveLength(lived.memberships.length + 1);
  });
});
