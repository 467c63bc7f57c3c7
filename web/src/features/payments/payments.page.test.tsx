import { Payment, PaymentPage } from '@tessera/proto/api/billing/payment';
import { screen, waitFor, within } from '@testing-library/react';
import { acme } from '../../test/people.ts';
import { renderRoute } from '../../test/render-route.tsx';
import { declinedPayment, nothing, order, pageWith, payment } from '../../test/sales.ts';
import { refusal, reply } from '../../test/server.ts';

const route = 'GET /billing/v1/payments';
const open = (path = '/acme/payments', answer = reply(PaymentPage, pageWith(payment, declinedPayment))) => {
  const page = renderRoute(path, { answers: { [route]: answer } });
  return { ...page, asked: () => page.server.sentTo(route).at(-1)?.query };
};

describe('the list of payments', () => {
  it('shows what was paid with which card, and leads to it and to its order', async () => {
    open();
    const row = within(await screen.findByRole('row', { name: /\$12\.00/ }));
    row.getByText('Succeeded');
    row.getByText('Mastercard •••• 4444');
    expect(row.getByRole('link', { name: 'ACME-0001' }).getAttribute('href')).toBe(
      `/acme/orders/${order.id}`,
    );
    // The address may break after its @, which jsdom reads as a space.
    expect(row.getByRole('link', { name: /^grace@ ?example\.com$/ }).getAttribute('href')).toBe(
      `/acme/payments/${payment.id}`,
    );
  });

  it('says why a payment failed, which has no order', async () => {
    open();
    const row = within(await screen.findByRole('row', { name: /\$9\.00/ }));
    row.getByText('Failed');
    row.getByText('The card was declined.');
    row.getByText('Card');
    row.getByText('grace@example.com');
    expect(row.queryByRole('link', { name: /ACME/ })).toBeNull();
  });

  it('says of one that arrived too late that it was refunded, and no longer that it had failed', async () => {
    const refund = { status: 'succeeded', reason: 'late_payment', refundedAt: payment.createdAt } as const;
    const late: Payment = { ...declinedPayment, status: 'succeeded', refund };
    const failed: Payment = { ...late, id: order.id, amount: 800, refund: { ...refund, status: 'failed' } };
    open('/acme/payments', reply(PaymentPage, pageWith(late, failed)));
    const row = within(await screen.findByRole('row', { name: /\$9\.00/ }));
    row.getByText('Refunded in full');
    row.getByText('It arrived too late to pay for anything.');
    expect(row.queryByText('The card was declined.')).toBeNull();
    within(screen.getByRole('row', { name: /\$8\.00/ })).getByText('Refund failed');
  });

  it('asks for what the address says', async () => {
    const { asked } = open('/acme/payments?email=grace%40example.com&status=failed&method=card');
    await screen.findByText('Failed', { selector: 'td *' });
    expect(Object.fromEntries(asked() ?? [])).toMatchObject({
      organization_id: acme.id,
      customer_email: 'grace@example.com',
      status: 'failed',
      method: 'card',
    });
  });

  it('keeps what one filters by in the address, and drops it again', async () => {
    const { user, server, asked } = open();
    await screen.findByText('$12.00');
    await user.click(screen.getByRole('button', { name: 'Method' }));
    await user.click(await screen.findByRole('button', { name: 'Card' }));
    await waitFor(() => expect(asked()?.get('method')).toBe('card'));
    expect(location.search).toBe('?method=card');
    server.answer(route, PaymentPage, nothing);
    await user.type(screen.getByRole('searchbox', { name: 'Customer e-mail' }), 'ada@example.com');
    await waitFor(() => expect(asked()?.get('customer_email')).toBe('ada@example.com'));
    await screen.findByText('No payments found');
    server.answer(route, PaymentPage, pageWith(payment));
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    await screen.findByText('$12.00');
    expect(location.search).toBe('');
  });

  it('leaves out what the address made up', async () => {
    const { asked } = open('/acme/payments?status=lost&method=gold');
    await screen.findByText('$12.00');
    expect([asked()?.get('status'), asked()?.get('method')]).toEqual([null, null]);
  });

  it.each([
    ['Amount', '-amount'],
    ['Status', 'status'],
  ])('is sorted by the server when one presses %s', async (name, sorting) => {
    const { user, asked } = open();
    await screen.findByText('$12.00');
    expect(asked()?.get('sorting')).toBe('-created_at');
    const head = within(screen.getByRole('columnheader', { name }));
    await user.click(head.getByRole('button'));
    await waitFor(() => expect(asked()?.get('sorting')).toBe(sorting));
  });

  it('says what will stand here before there is anything', async () => {
    open('/acme/payments', reply(PaymentPage, nothing));
    await screen.findByText('No payments yet');
  });

  it('says what is wrong and tries again', async () => {
    const { user, server } = open('/acme/payments', refusal(503));
    await screen.findByText('This part of Tessera is not available right now. Try again in a moment.');
    server.answer(route, PaymentPage, pageWith(payment));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('$12.00');
  });

  it('is found in the navigation', async () => {
    open();
    await screen.findByText('$12.00');
    const links = within(screen.getByRole('navigation', { name: 'Main' }));
    expect(links.getByRole('link', { name: 'Payments' }).getAttribute('aria-current')).toBe('page');
  });
});

describe('the page of a payment', () => {
  it('says by which card it was made and what it paid', async () => {
    renderRoute(`/acme/payments/${payment.id}`, {
      answers: {
        [`GET /billing/v1/payments/${payment.id}`]: reply(Payment, { ...payment, checkoutId: order.id }),
      },
    });
    await screen.findByRole('heading', { name: 'Payment of $12.00' });
    screen.getByText('Mastercard •••• 4444');
    expect(screen.getByRole('link', { name: 'View' }).getAttribute('href')).toBe(
      `/acme/checkouts/${order.id}`,
    );
    const link = await screen.findByRole('link', { name: 'ACME-0001' });
    expect(link.getAttribute('href')).toBe(`/acme/orders/${order.id}`);
    const customer = screen.getByRole('link', { name: 'grace@example.com' });
    expect(customer.getAttribute('href')).toBe(`/acme/customers/${order.customerId}`);
  });

  it('says when its money went back', async () => {
    const refund = { status: 'succeeded', reason: 'late_payment', refundedAt: payment.createdAt } as const;
    renderRoute(`/acme/payments/${payment.id}`, {
      answers: { [`GET /billing/v1/payments/${payment.id}`]: reply(Payment, { ...payment, refund }) },
    });
    await screen.findByText('Refunded in full');
    screen.getByText('Refunded on');
  });

  it('is not there for an unknown one', async () => {
    renderRoute(`/acme/payments/${order.id}`, {
      answers: {
        [`GET /billing/v1/payments/${order.id}`]: refusal(404, {
          error: 'ResourceNotFound',
          detail: 'Not found',
        }),
      },
    });
    await screen.findByText(/not found|no longer|does not exist/i);
  });
});
