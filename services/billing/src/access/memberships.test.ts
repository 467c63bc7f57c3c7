import { MembershipEntity, storeMembership } from '@tessera/kit/access/memberships';
import { readableOrganizations } from '@tessera/kit/access/rules';
import { emit, transact } from '@tessera/kit/events/outbox';
import { eventually } from '@tessera/kit/test/eventually';
import {
  membershipCreated,
  membershipDeleted,
  membershipUpdated,
  organizationCreated,
  organizationDeleted,
} from '@tessera/proto/events/organization';
import { uuidv7 } from 'uuidv7';
import { type BillingStack, makeProduct, startBilling, tokenOf } from '../../test/factories.ts';
import { getOrganization } from './organizations/service.ts';

let stack: BillingStack;

beforeAll(async () => {
  stack = await startBilling();
});

afterAll(() => stack.stop());

const someone = () => ({
  kind: 'user' as const,
  userId: uuidv7(),
  sessionId: uuidv7(),
  email: 'ada@example.com',
  name: 'Ada',
  activeOrganizationId: null,
});
const membershipOf = (userId: string, changes: object = {}) => ({
  id: uuidv7(),
  organizationId: uuidv7(),
  userId,
  role: 'owner',
  canManage: true,
  ...changes,
});

describe('the copy of memberships', () => {
  it('follows the owner’s events, and an older one never overwrites a newer', async () => {
    const user = someone();
    const membership = membershipOf(user.userId);
    const rowOf = (id: string) => stack.db.manager.findOneBy(MembershipEntity, { id });
    const revised = (revision: bigint, canManage: boolean) => ({
      membership: { ...membership, canManage, revision },
    });
    await transact(stack.db, async (em) => {
      await emit(em, membershipCreated, revised(1n, true));
      await emit(em, membershipUpdated, revised(3n, false));
      await emit(em, membershipUpdated, revised(2n, true));
    });
    await eventually(async () =>
      expect(await rowOf(membership.id)).toMatchObject({
        canManage: false,
        revision: '3',
      }),
    );
    await transact(stack.db, (em) => emit(em, membershipDeleted, revised(4n, false)));
    await eventually(async () => expect(await rowOf(membership.id)).toMatchObject({ isDeleted: true }));
    await storeMembership(stack.db.manager, { ...membership, isDeleted: false, revision: '9' });
    expect(await rowOf(membership.id)).toMatchObject({ isDeleted: true, canManage: false });
  });

  it('ends with its organization', async () => {
    const user = someone();
    const membership = membershipOf(user.userId);
    const { organizationId } = membership;
    await transact(stack.db, (em) =>
      emit(em, membershipCreated, { membership: { ...membership, revision: 1n } }),
    );
    await eventually(async () => expect(await readableOrganizations(stack.billing, user)).toHaveLength(1));
    await transact(stack.db, (em) => emit(em, organizationDeleted, { organizationId }));
    await eventually(async () => expect(await readableOrganizations(stack.billing, user)).toEqual([]));
  });

  it('asks the owner once for what it has not heard of yet', async () => {
    const user = someone();
    const first = membershipOf(user.userId);
    const second = membershipOf(user.userId);
    const product = await makeProduct(stack, { organizationId: second.organizationId });
    stack.owned.memberships.push(first);
    expect(await readableOrganizations(stack.billing, user)).toEqual([first.organizationId]);
    expect((await stack.send('GET', `/products/${product.id}`, { as: user })).status).toBe(404);
    stack.owned.memberships.push(second);
    expect((await stack.send('GET', `/products/${product.id}`, { as: user })).status).toBe(200);
    stack.owned.memberships.length = 0;
    const list = await stack.send('GET', `/products`, { as: user });
    expect(list.body.items).toMatchObject([{ id: product.id }]);
  });
});

describe('readableOrganizations', () => {
  it('narrows to what is wanted and never widens', async () => {
    const user = someone();
    const mine = membershipOf(user.userId);
    stack.owned.memberships.push(mine);
    const theirs = uuidv7();
    const { organizationId } = mine;
    expect(await readableOrganizations(stack.billing, user, [organizationId, theirs])).toEqual([
      organizationId,
    ]);
    const token = tokenOf(organizationId, 'products:read');
    expect(await readableOrganizations(stack.billing, token)).toEqual([organizationId]);
    expect(await readableOrganizations(stack.billing, token, [theirs])).toEqual([]);
    expect(await readableOrganizations(stack.billing, { kind: 'anonymous' })).toEqual([]);
  });
});

describe('getOrganization', () => {
  it('asks on a miss, follows events, and ends with the organization', async () => {
    const id = uuidv7();
    const facts = {
      id,
      name: 'Acme',
      slug: 'acme',
      avatarUrl: null,
      email: null,
      website: 'https://acme.example',
      accentColor: '#aa2200',
      allowMultipleSubscriptions: true,
    };
    await expect(getOrganization(stack.billing, id)).rejects.toMatchObject({ status: 404 });
    stack.owned.organizations.push(facts);
    expect(await getOrganization(stack.billing, id)).toMatchObject(facts);
    await transact(stack.db, (em) =>
      emit(em, organizationCreated, {
        organization: { id, name: 'Acme Ltd', slug: 'acme', allowMultipleSubscriptions: false, revision: 1n },
      }),
    );
    await eventually(async () =>
      expect(await getOrganization(stack.billing, id)).toMatchObject({ name: 'Acme Ltd', email: null }),
    );
    await transact(stack.db, (em) => emit(em, organizationDeleted, { organizationId: id }));
    await eventually(() => expect(getOrganization(stack.billing, id)).rejects.toMatchObject({ status: 404 }));
  });

  it('learns of an older copy what that had no place for, and does without while nobody answers', async () => {
    const id = uuidv7();
    await stack.db.query(
      `INSERT INTO organizations (id, name, slug, allow_multiple_subscriptions, revision) VALUES ($1, 'Old', $2, false, 3)`,
      [id, `old-${id}`],
    );
    expect(await getOrganization(stack.billing, id)).toMatchObject({ name: 'Old', accentColor: null });
    const look = { website: 'https://old.example', accentColor: '#aa2200' };
    const facts = { id, name: 'Newer', slug: `old-${id}`, avatarUrl: null, email: null, ...look };
    stack.owned.organizations.push({ ...facts, allowMultipleSubscriptions: false });
    expect(await getOrganization(stack.billing, id)).toMatchObject({ name: 'Old', ...look });
    stack.owned.organizations.pop();
    expect(await getOrganization(stack.billing, id)).toMatchObject({ name: 'Old', ...look });
  });
});
