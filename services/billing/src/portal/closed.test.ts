import { outboxRow } from '@tessera/kit/events/outbox';
import type { Mail } from '@tessera/kit/mail/mailer';
import { eventually } from '@tessera/kit/test/eventually';
import { organizationCreated, organizationDeleted } from '@tessera/proto/events/organization';
import { uuidv7 } from 'uuidv7';
import { type BillingStack, makeSeller, startBilling } from '../../test/factories.ts';
import { callerOf, customerOf } from '../../test/portal.ts';
import { buy } from '../../test/purchases.ts';
import { subscribersOf } from '../../test/subscribers.ts';
import { markOrganizationEnded } from '../access/organizations/entity.ts';

let stack: BillingStack;
const sent: Mail[] = [];
beforeAll(async () => {
  stack = await startBilling({
    mailer: { send: async (mail) => void sent.push(mail), close: () => undefined },
  });
});
afterAll(() => stack.stop());

const portalOf = (name: string) => stack.send('GET', `/customer-portal/organizations/${name}`);
const close = async (organizationId: string, slug: string) => {
  await stack.bus.publish(outboxRow(organizationDeleted, { organizationId }));
  await eventually(async () => expect((await portalOf(slug)).body.is_closed).toBe(true));
};
const emailOf = async (id: string): Promise<string> => {
  const [row] = (await stack.db.query('SELECT email FROM customers WHERE id = $1', [id])) as {
    email: string;
  }[];
  return row?.email ?? '';
};
const mailed = (email: string, type: string): Promise<Mail> =>
  eventually(() => {
    const mail = sent.findLast(({ to, type: other }) => to === email && other === type);
    if (!mail) throw new Error('no mail yet');
    return mail;
  });

describe('the portal of a deleted seller', () => {
  it('stays open to customers: they sign in, see their orders and get invoices', async () => {
    const seller = await makeSeller(stack);
    const { organizationId } = seller;
    const slug = `acme-${organizationId}`;
    const { order, email } = await buy(stack, { seller });
    expect((await portalOf(slug)).body).toMatchObject({ is_closed: false });
    await close(organizationId, slug);
    expect((await portalOf(slug)).body).toMatchObject({ organization: { name: 'Acme' }, products: [] });

    const body = { email, organization_id: organizationId };
    await stack.send('POST', '/customer-portal/customer-session/request', { body });
    const { url } = await mailed(email, 'customer-sign-in');
    const link = new URL(url ?? '');
    expect(link.pathname).toBe(`/portal/${organizationId}`);
    const code = new URLSearchParams(link.hash.slice(1)).get('code') ?? '';
    const session = await stack.send('POST', '/customer-portal/customer-session/authenticate', {
      body: { ...body, code },
    });
    const as = (await callerOf(stack, session.body.token)) ?? undefined;
    const orders = await stack.send('GET', '/customer-portal/orders/', { ...(as && { as }) });
    expect(orders.body.items).toMatchObject([{ id: order.id, is_payable: false }]);
    const invoice = `/customer-portal/orders/${order.id}/invoice`;
    expect((await stack.send('POST', invoice, { ...(as && { as }) })).status).toBe(202);
    await eventually(async () => {
      const reply = await stack.send('GET', invoice, { ...(as && { as }) });
      expect([reply.status, reply.body.url]).toEqual([200, expect.stringContaining('http')]);
    });
  });

  it('takes no card and no money, from the deletion on', async () => {
    const seller = await makeSeller(stack);
    const people = subscribersOf(stack, seller);
    const { id, customerId, subscription } = await people.subscribe();
    await people.cards(customerId, 'declined');
    await people.moveTo(subscription.current_period_end);
    await people.is(id, 'past_due');
    const [, due] = await people.orders(id);
    const as = customerOf(seller, customerId);
    const methods = '/customer-portal/customers/me/payment-methods';
    const own = await stack.send('GET', methods, { as });
    // The deletion has been heard of; its subscriptions have not ended yet.
    await markOrganizationEnded(stack.db.manager, seller.organizationId);
    const card = { confirmation_token_id: 'tok_success', return_url: 'https://acme.example' };
    for (const source of [card, { payment_method_id: own.body.items[0].id }]) {
      const paid = await stack.send('POST', `/customer-portal/orders/${due.id}/confirm-payment`, {
        as,
        body: source,
      });
      expect([paid.status, paid.body.error]).toEqual([422, 'OrderNotEligibleForRetry']);
    }
    for (const set_default of [true, false]) {
      const kept = await stack.send('POST', methods, { as, body: { ...card, set_default } });
      expect([kept.status, kept.body.error]).toEqual([403, 'NotPermitted']);
    }
    const [before, after] = [own.body.items, (await stack.send('GET', methods, { as })).body.items];
    expect(after).toEqual(before);
    for (const change of [{ product_id: uuidv7() }, { resume: true }]) {
      const path = `/customer-portal/subscriptions/${id}`;
      expect((await stack.send('PATCH', path, { as, body: change })).status).toBe(404);
    }
    const payments = await stack.db.query(
      `SELECT 1 FROM payments WHERE status <> 'failed' AND purpose_kind <> 'checkout' AND customer_email = $1`,
      [await emailOf(customerId)],
    );
    expect(payments).toEqual([]);
  });

  it('is found by its id where another organization has taken the slug, as mails name it', async () => {
    const seller = await makeSeller(stack);
    const slug = `acme-${seller.organizationId}`;
    const { email } = await buy(stack, { seller, product: { recurringInterval: 'month' } });
    await close(seller.organizationId, slug);
    const { text } = await mailed(email, 'subscription-ended');
    expect(text).toContain(`/portal/${seller.organizationId}/subscriptions/`);
    const id = uuidv7();
    const organization = { id, name: 'Newcomer', slug, allowMultipleSubscriptions: false, revision: 9n };
    await stack.bus.publish(outboxRow(organizationCreated, { organization }));
    await eventually(async () =>
      expect((await portalOf(slug)).body).toMatchObject({ organization: { id }, is_closed: false }),
    );
    expect((await portalOf(seller.organizationId)).body).toMatchObject({
      organization: { id: seller.organizationId },
      is_closed: true,
    });
    expect((await portalOf(id)).status).toBe(404);
    expect((await portalOf(uuidv7())).status).toBe(404);
    expect((await portalOf('nobody')).status).toBe(404);
  });
});
