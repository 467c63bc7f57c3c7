/** What a copy lacks because its stream has forgotten it is asked for. */
import { emit, transact } from '@tessera/kit/events/outbox';
import { eventually } from '@tessera/kit/test/eventually';
import type { UserCaller } from '@tessera/proto/api/passport';
import { membershipCreated, organizationCreated } from '@tessera/proto/events/organization';
import { uuidv7 } from 'uuidv7';
import { type BillingStack, makeProduct, startBilling } from '../../test/factories.ts';
import { startWorkers } from '../workers.ts';

let stack: BillingStack;
beforeAll(async () => {
  stack = await startBilling({ workers: false });
});
afterAll(() => stack.stop());

const organization = (name: string) => ({
  id: uuidv7(),
  name,
  slug: name,
  avatarUrl: null,
  email: null,
  website: null,
  accentColor: null,
  allowMultipleSubscriptions: false,
});

const tell = (of: ReturnType<typeof organization>, membership: { id: string; userId: string }) =>
  transact(stack.db, async (em) => {
    const { avatarUrl: _avatar, email: _email, website: _website, accentColor: _color, ...facts } = of;
    await emit(em, organizationCreated, { organization: { ...facts, revision: 1n } });
    await emit(em, membershipCreated, {
      membership: { ...membership, organizationId: of.id, role: 'owner', canManage: true, revision: 2n },
    });
  });

const arePublished = () =>
  eventually(async () => expect(await stack.db.query('SELECT 1 FROM outbox')).toEqual([]));

describe('a service that starts with an empty copy behind a stream that forgot', () => {
  it('answers as if it had heard everything', async () => {
    const user: UserCaller = {
      kind: 'user',
      userId: uuidv7(),
      sessionId: uuidv7(),
      email: 'ada@example.com',
      name: 'Ada',
      activeOrganizationId: null,
    };
    const [old, recent] = [organization('old'), organization('recent')];
    const memberships = [old, recent].map(({ id }) => ({
      id: uuidv7(),
      organizationId: id,
      userId: user.userId,
      role: 'owner',
      canManage: true,
    }));
    const [first, second] = memberships;
    if (!first || !second) throw new Error('two memberships');
    await tell(old, first);
    await arePublished();
    await stack.events.emptyStream('ORGANIZATION');
    await tell(recent, second);
    await arePublished();
    for (const worker of await startWorkers(stack.billing)) stack.own(worker);
    await eventually(async () =>
      expect(await stack.db.query('SELECT id FROM memberships')).toEqual([{ id: second.id }]),
    );
    stack.owned.organizations.push(old, recent);
    stack.owned.memberships.push(...memberships);
    const products = [
      await makeProduct(stack, { organizationId: old.id }),
      await makeProduct(stack, { organizationId: recent.id }),
    ];
    const list = await stack.send('GET', '/products', { as: user });
    expect(list.body.items.map(({ id }: { id: string }) => id).toSorted()).toEqual(
      products.map(({ id }) => id).toSorted(),
    );
    const body = {
      organization_id: old.id,
      name: 'Tools',
      recurring_interval: null,
      prices: [{ amount_type: 'fixed', price_amount: 1_000, price_currency: 'usd' }],
    };
    expect((await stack.send('POST', '/products', { as: user, body })).status).toBe(201);
  });
});
