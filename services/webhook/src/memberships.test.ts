import { MembershipEntity } from '@tessera/kit/access/memberships';
import { outboxRow } from '@tessera/kit/events/outbox';
import { eventually } from '@tessera/kit/test/eventually';
import {
  membershipCreated,
  membershipDeleted,
  membershipUpdated,
  organizationDeleted,
} from '@tessera/proto/events/organization';
import { uuidv7 } from 'uuidv7';
import { makeEndpoint, makeSeller, makeUser, startWebhook, type WebhookStack } from '../test/factories.ts';

describe('the copy of memberships', () => {
  let started: WebhookStack;
  beforeAll(async () => {
    started = await startWebhook();
  });
  afterAll(() => started.stack.stop());

  const news = (revision: number, canManage: boolean) => ({
    membership: {
      id: uuidv7(),
      organizationId: uuidv7(),
      userId: uuidv7(),
      role: 'admin',
      canManage,
      revision: BigInt(revision),
    },
  });
  const rowOf = (id: string) => started.stack.db.manager.findOneBy(MembershipEntity, { id });

  it('follows what organization tells', async () => {
    const change = news(1, false);
    const { id } = change.membership;
    await started.stack.bus.publish(outboxRow(membershipCreated, change));
    await eventually(async () => expect(await rowOf(id)).toMatchObject({ canManage: false }));
    await started.stack.bus.publish(
      outboxRow(membershipUpdated, { membership: { ...change.membership, canManage: true, revision: 2n } }),
    );
    await eventually(async () => expect(await rowOf(id)).toMatchObject({ canManage: true }));
  });

  it('is not set back by older news, and not revived by any', async () => {
    const change = news(5, false);
    const { id } = change.membership;
    await started.stack.bus.publish(outboxRow(membershipUpdated, change));
    await started.stack.bus.publish(
      outboxRow(membershipUpdated, { membership: { ...change.membership, canManage: true, revision: 4n } }),
    );
    await started.stack.bus.publish(
      outboxRow(membershipDeleted, { membership: { ...change.membership, revision: 5n } }),
    );
    await started.stack.bus.publish(
      outboxRow(membershipUpdated, { membership: { ...change.membership, canManage: true, revision: 9n } }),
    );
    const last = news(1, true);
    await started.stack.bus.publish(outboxRow(membershipCreated, last));
    await eventually(async () => expect(await rowOf(last.membership.id)).not.toBeNull());
    expect(await rowOf(id)).toMatchObject({ isDeleted: true, canManage: false });
  });

  it('takes the right to read away with the membership', async () => {
    const { user, organizationId } = makeSeller(started);
    const { id } = await makeEndpoint(started, user, { organization_id: organizationId });
    const [membership] = started.memberships.splice(0);
    if (!membership) throw new Error('the seller has no membership');
    await started.stack.bus.publish(
      outboxRow(membershipDeleted, { membership: { ...membership, revision: 2n } }),
    );
    await eventually(async () =>
      expect((await started.send('GET', `/webhooks/endpoints/${id}`, { as: user })).status).toBe(404),
    );
    expect((await started.send('GET', '/webhooks/endpoints', { as: user })).body.items).toEqual([]);
  });

  it('asks organization for what it does not know yet, and keeps the answer', async () => {
    const { user, organizationId } = makeSeller(started);
    await makeEndpoint(started, user, { organization_id: organizationId });
    started.memberships.length = 0;
    expect((await started.send('GET', '/webhooks/endpoints', { as: user })).body.items).toHaveLength(1);
    expect((await started.send('GET', '/webhooks/endpoints', { as: makeUser() })).body.items).toEqual([]);
  });

  it('ends with its organization, however late it was told of', async () => {
    const change = news(1, true);
    const { id, organizationId } = change.membership;
    await started.stack.bus.publish(outboxRow(membershipCreated, change));
    await started.stack.bus.publish(outboxRow(organizationDeleted, { organizationId }));
    await eventually(async () =>
      expect(await rowOf(id)).toMatchObject({ isDeleted: true, canManage: false }),
    );
  });

  it('forgets the endpoints of an organization that is deleted, and who belonged to it', async () => {
    const { user, organizationId } = makeSeller(started);
    const { id } = await makeEndpoint(started, user, { organization_id: organizationId });
    started.memberships.length = 0;
    await started.stack.bus.publish(outboxRow(organizationDeleted, { organizationId }));
    await eventually(async () =>
      expect((await started.send('GET', `/webhooks/endpoints/${id}`, { as: user })).status).toBe(404),
    );
    const body = { url: 'https://example.com/', events: ['order.paid'], organization_id: organizationId };
    expect((await started.send('POST', '/webhooks/endpoints', { as: user, body })).status).toBe(422);
  });
});
