import { OrderPage } from '@tessera/proto/api/billing/order';
import { PaymentPage } from '@tessera/proto/api/billing/payment';
import { screen, waitFor } from '@testing-library/react';
import { renderRoute } from '../test/render-route.tsx';
import { nothing } from '../test/sales.ts';
import { reply } from '../test/server.ts';

/** All commands, over the list of orders. */
const openPalette = async () => {
  const page = renderRoute('/acme/orders', {
    answers: {
      'GET /billing/v1/orders': reply(OrderPage, nothing),
      'GET /billing/v1/payments': reply(PaymentPage, nothing),
    },
  });
  await screen.findByText('No orders yet');
  await page.user.keyboard('{Control>}k{/Control}');
  await screen.findByRole('button', { name: 'Payments' });
  screen.getByRole('dialog', { name: 'Search and commands' });
  return page;
};

describe('the commands', () => {
  it('lead to all that an organization sells with, and to what can be added', async () => {
    await openPalette();
    const pages = ['Products', 'Benefits', 'Files', 'Discounts', 'Meters', 'Custom fields', 'Checkout links'];
    for (const name of [...pages, 'Orders', 'Payments', 'Subscriptions', 'Customers'])
      screen.getByRole('button', { name });
    for (const name of ['product', 'benefit', 'discount', 'meter', 'custom field', 'checkout link'])
      screen.getByRole('button', { name: `New ${name}` });
  });

  it('are followed by pressing them', async () => {
    const { user } = await openPalette();
    await user.click(screen.getByRole('button', { name: 'Payments' }));
    await screen.findByText('No payments yet');
    expect(location.pathname).toBe('/acme/payments');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Payments' })).toBeNull());
  });
});
