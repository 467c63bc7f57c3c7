import { Order } from '@tessera/proto/api/billing/order';
import { RefundPage } from '@tessera/proto/api/billing/refund';
import { screen, within } from '@testing-library/react';
import { renderRoute } from '../../test/render-route.tsx';
import { nothing, order } from '../../test/sales.ts';
import { reply } from '../../test/server.ts';

const open = (changes: Partial<Order> = {}) =>
  renderRoute(`/acme/orders/${order.id}`, {
    answers: {
      [`GET /billing/v1/orders/${order.id}`]: reply(Order, { ...order, ...changes }),
      'GET /billing/v1/refunds': reply(RefundPage, nothing),
    },
  });

describe('the page of an order', () => {
  it('says its number, which is copied by pressing it', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Copy Number: ACME-0001' }));
    await screen.findByRole('button', { name: 'Copied' });
    expect(await navigator.clipboard.readText()).toBe('ACME-0001');
  });

  it('tells what happened, the latest first', async () => {
    open({ status: 'refunded', refundedAmount: 1200, modifiedAt: new Date('2026-06-20T12:00:00Z') });
    const list = within(await screen.findByRole('list', { name: 'What happened' }));
    const [refund, sale] = list.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(refund).toMatch(/Money was given back.*\$12\.00 refunded/);
    expect(sale).toMatch(/Grace placed the order.*\$12\.00 paid/);
  });
});
