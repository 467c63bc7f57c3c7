import { outboxRow } from '@tessera/kit/events/outbox';
import type { Mail } from '@tessera/kit/mail/mailer';
import { eventually } from '@tessera/kit/test/eventually';
import { organizationCreated, organizationDeleted } from '@tessera/proto/events/organization';
import { uuidv7 } from 'uuidv7';
import { type BillingStack, makeSeller, startBilling } from '../../test/factories.ts';
import { callerOf } from '../../test/portal.ts';
import { buy } from '../../test/purchases.ts';

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
