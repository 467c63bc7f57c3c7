/** Mails to members of the seller about sales, for those who have chosen them. */
import { outboxRow } from '@tessera/kit/events/outbox';
import type { Mail } from '@tessera/kit/mail/mailer';
import { eventually } from '@tessera/kit/test/eventually';
import { askUser } from '@tessera/proto/api/asks';
import type { PassportClaims } from '@tessera/proto/api/passport';
import { refundCreated, refundUpdated } from '@tessera/proto/events/billing';
import { type BillingStack, makeSeller, startBilling, tokenOf } from '../../test/factories.ts';
import { buy } from '../../test/purchases.ts';
import { renewAll, subscribersOf } from '../../test/subscribers.ts';
import { purgeSettings } from '../notifications/entity.ts';

let stack: BillingStack;
const sent: Mail[] = [];
beforeAll(async () => {
  const send = async (mail: Mail) => void sent.push(mail);
  stack = await startBilling({ mailer: { send, close: () => undefined } });
  await stack.bus.answer(askUser, async ({ userId }) => ({
    id: userId,
    email: `${userId}@example.com`,
    name: 'Ada',
    image: null,
  }));
});
afterAll(() => stack.stop());

const idOf = (claims: PassportClaims): string => (claims.kind === 'user' ? claims.userId : '');
const mailsTo = (member: PassportClaims) => sent.filter(({ to }) => to === `${idOf(member)}@example.com`);
const mailTo = (member: PassportClaims, type: string): Promise<Mail> =>
  eventually(() => {
    const mail = mailsTo(member).find((one) => one.type === type);
    if (!mail) throw new Error('no mail yet');
    return mail;
  });
const choose = async (as: PassportClaims, organizationId: string, changes: object) => {
  const body = { organization_id: organizationId, ...changes };
  const reply = await stack.send('PATCH', '/notification-settings', { as, body });
  expect(reply.status).toBe(200);
  return reply.body;
};

const nothing = {
  new_order: false,
  new_subscription: false,
  subscription_canceled: false,
  payment_failed: false,
  refund: false,
};

describe('the settings', () => {
  it('are each member’s own, of one organization', async () => {
    const { organizationId, owner, member } = await makeSeller(stack);
    const read = async (as: PassportClaims) =>
      (await stack.send('GET', `/notification-settings?organization_id=${organizationId}`, { as })).body;
    expect(await read(owner)).toEqual({ organization_id: organizationId, ...nothing });
    await choose(owner, organizationId, { new_order: true });
    expect(await choose(owner, organizationId, { refund: true })).toEqual({
      organization_id: organizationId,
      ...nothing,
      new_order: true,
      refund: true,
    });
    expect(await read(member)).toEqual({ organization_id: organizationId, ...nothing });
  });

  it('are nobody else’s, and no token’s', async () => {
    const { organizationId } = await makeSeller(stack);
    const stranger = (await makeSeller(stack)).owner;
    const token = tokenOf(organizationId, 'organizations:read', 'organizations:write');
    const path = `/notification-settings?organization_id=${organizationId}`;
    const body = { organization_id: organizationId, new_order: true };
    expect((await stack.send('GET', path, { as: stranger })).status).toBe(404);
    expect((await stack.send('PATCH', '/notification-settings', { as: stranger, body })).status).toBe(404);
    expect((await stack.send('GET', path, { as: token })).status).toBe(403);
    expect((await stack.send('PATCH', '/notification-settings', { as: token, body })).status).toBe(403);
    expect((await stack.send('GET', '/notification-settings', { as: stranger })).status).toBe(422);
  });
});

describe('the settings of a former member', () => {
  it('are forgotten, and come back with nobody who is a member again', async () => {
    const { organizationId, owner, member } = await makeSeller(stack);
    for (const one of [owner, member]) await choose(one, organizationId, { refund: true });
    const { manager } = stack.db;
    const key = [organizationId, idOf(member)];
    const change = (isDeleted: boolean) =>
      manager.query('UPDATE memberships SET is_deleted = $3 WHERE organization_id = $1 AND user_id = $2', [
        ...key,
        isDeleted,
      ]);
    const read = async (as: PassportClaims) =>
      (await stack.send('GET', `/notification-settings?organization_id=${organizationId}`, { as })).body;
    await purgeSettings(manager);
    expect((await read(member)).refund).toBe(true);
    await change(true);
    await purgeSettings(manager);
    await change(false);
    expect((await read(member)).refund).toBe(false);
    expect((await read(owner)).refund).toBe(true);
  });
});

describe('a mail to a member', () => {
  it('tells of an order whoever has chosen so, in their language, and where to switch it off', async () => {
    const seller = await makeSeller(stack);
    const { organizationId, owner, member } = seller;
    await choose(owner, organizationId, { new_order: true, locale: 'de-DE' });
    await choose(member, organizationId, { refund: true });
    const sale = await buy(stack, { seller });
    const mail = await mailTo(owner, 'member-new-order');
    expect(mail.subject).toContain('Neue Bestellung');
    expect(mail.text).toContain(`/orders/${sale.order.id}`);
    expect(mail.text).toContain('/settings/notifications');
    expect(mailsTo(member)).toEqual([]);
  });

  it('tells of a refund, once however often it is told of', async () => {
    const seller = await makeSeller(stack);
    const { organizationId, owner } = seller;
    await choose(owner, organizationId, { refund: true });
    const sale = await buy(stack, { seller });
    const body = { order_id: sale.order.id, reason: 'other', amount: 400 };
    const { body: refund } = await stack.send('POST', '/refunds/', { as: owner, body });
    expect((await mailTo(owner, 'member-refund')).subject).toBe('$4.00 refunded');
    const again = outboxRow(refundUpdated, {
      refundId: refund.id,
      organizationId,
      orderId: refund.order_id,
      customerId: refund.customer_id,
      snapshot: JSON.stringify(refund),
    });
    await stack.bus.publish(again);
    await choose(owner, organizationId, { new_order: true });
    await buy(stack, { seller });
    await mailTo(owner, 'member-new-order');
    expect(mailsTo(owner).map(({ type }) => type)).toEqual(['member-refund', 'member-new-order']);
  });

  it('tells of a dispute when it is opened, and when it is lost', async () => {
    const seller = await makeSeller(stack);
    const { organizationId, owner } = seller;
    const sale = await buy(stack, { seller });
    const metadata = { dispute: 'du_1', dispute_reason: 'fraudulent' };
    const body = { order_id: sale.order.id, reason: 'fraudulent', amount: 400, metadata };
    const { body: refund } = await stack.send('POST', '/refunds/', { as: owner, body });
    await choose(owner, organizationId, { refund: true });
    const about = {
      refundId: refund.id,
      organizationId,
      orderId: sale.order.id,
      customerId: refund.customer_id,
    };
    const factsOf = (status: string) => ({ ...about, snapshot: JSON.stringify({ ...refund, status }) });
    await stack.bus.publish(outboxRow(refundCreated, factsOf('pending')));
    await mailTo(owner, 'member-refund');
    for (const status of ['pending', 'succeeded'])
      await stack.bus.publish(outboxRow(refundUpdated, factsOf(status)));
    const subjects = () => mailsTo(owner).map(({ subject }) => subject);
    await eventually(() => expect(subjects()).toContain('Dispute lost: $4.00'));
    expect(subjects().toSorted()).toEqual(['Dispute lost: $4.00', 'Payment of $4.00 disputed: A product']);
    expect((await mailTo(owner, 'member-refund')).text).toContain(sale.order.invoice_number);
  });

  it('tells of a cancellation, and nobody who has left', async () => {
    const seller = await makeSeller(stack);
    const { organizationId, owner, member } = seller;
    const wanted = { new_subscription: true, subscription_canceled: true };
    await choose(owner, organizationId, wanted);
    await choose(member, organizationId, wanted);
    await stack.db.query('UPDATE memberships SET is_deleted = true WHERE user_id = $1', [idOf(member)]);
    const sale = await buy(stack, { seller, product: { recurringInterval: 'month' } });
    expect((await mailTo(owner, 'member-new-subscription')).subject).toContain('New subscription');
    await stack.send('PATCH', `/subscriptions/${sale.order.subscription_id}`, {
      as: owner,
      body: { cancel_at_period_end: true },
    });
    const mail = await mailTo(owner, 'member-subscription-canceled');
    expect(mail.text).toContain(`/subscriptions/${sale.order.subscription_id}`);
    // The seller has canceled it, not the customer.
    expect(mail.text).toMatch(/The subscription of .* was canceled with effect from/);
    expect(mailsTo(member)).toEqual([]);
  });

  it('tells of a renewal that could not be charged, and where its order is', async () => {
    const seller = await makeSeller(stack);
    const { organizationId, owner, member } = seller;
    const { subscribe, cards, orders } = subscribersOf(stack, seller);
    await choose(owner, organizationId, { payment_failed: true });
    await choose(member, organizationId, { new_subscription: true });
    const { id, customerId } = await subscribe({ name: 'Atlas' });
    await mailTo(member, 'member-new-subscription');
    await cards(customerId, 'declined');
    await stack.db.query('UPDATE subscriptions SET current_period_end = $2 WHERE id = $1', [
      id,
      stack.clock.now(),
    ]);
    await renewAll(stack);
    const mail = await mailTo(owner, 'member-payment-failed');
    const [, renewal] = await orders(id);
    expect(mail.subject).toBe('Payment of $10.00 failed: Atlas');
    expect(mail.text).toContain(`/orders/${renewal.id}`);
    const next = new Date(renewal.next_payment_attempt_at);
    const day = next.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
    expect(mail.text).toContain(`The next attempt is on ${day}.`);
    expect(mailsTo(member).map(({ type }) => type)).toEqual(['member-new-subscription']);
  });
});
