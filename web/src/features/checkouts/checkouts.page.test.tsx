import { Checkout, CheckoutPage } from '@tessera/proto/api/billing/checkout';
import { OrderPage } from '@tessera/proto/api/billing/order';
import { PaymentPage } from '@tessera/proto/api/billing/payment';
import { Product, ProductPage } from '@tessera/proto/api/billing/product';
import { screen, waitFor, within } from '@testing-library/react';
import { left } from '../../test/checkouts.ts';
import { renderRoute } from '../../test/render-route.tsx';
import { course, declinedPayment, nothing, order, pageWith } from '../../test/sales.ts';
import { watchFiles } from '../../test/saved-files.ts';
import { refusal, reply } from '../../test/server.ts';

const list = 'GET /billing/v1/checkouts';
const orders = 'GET /billing/v1/orders';
const payments = 'GET /billing/v1/payments';

const pageOf = (checkout: Checkout) => ({
  [`${list}/${checkout.id}`]: reply(Checkout, checkout),
  [orders]: reply(OrderPage, nothing),
  [payments]: reply(PaymentPage, nothing),
});

const openList = (search = '', listed: Checkout[] = [left]) =>
  renderRoute(`/acme/checkouts${search}`, {
    answers: {
      [list]: reply(CheckoutPage, listed.length === 0 ? nothing : pageWith(...listed)),
      'GET /billing/v1/products': reply(ProductPage, pageWith(course)),
      [`GET /billing/v1/products/${course.id}`]: reply(Product, course),
      ...pageOf(left),
    },
  });

const openOne = (checkout: Checkout, answers: object = {}) =>
  renderRoute(`/acme/checkouts/${checkout.id}`, {
    answers: { ...pageOf(checkout), ...answers },
  });

describe('the list of checkouts', () => {
  it('shows who has left what, and leads there', async () => {
    const { user } = openList('', [left, { ...left, id: `${left.id.slice(0, -1)}2`, customerEmail: null }]);
    const table = within(await screen.findByRole('table', { name: 'Checkouts' }));
    const [, first, second] = table.getAllByRole('row');
    expect(first?.textContent).toContain('grace@example.com');
    expect(first?.textContent).toMatch(/Course.*Abandoned.*\$12\.00/);
    expect(second?.textContent).toContain('No details given');
    expect(
      screen.getByRole('navigation', { name: 'Main' }).querySelector('[aria-current="page"]')?.textContent,
    ).toBe('Checkouts');
    await user.click(table.getByRole('link', { name: /grace@example.com/ }));
    expect(location.pathname).toBe(`/acme/checkouts/${left.id}`);
  });

  it('asks for what the address says, and takes that away as a file', async () => {
    const search = `?status=expired&product=${course.id}&query=grace&from=2026-06-01&until=2026-06-15`;
    const { server } = openList(search);
    await screen.findByText('grace@example.com');
    const wanted = {
      status: 'expired',
      product_id: course.id,
      query: 'grace',
      created_after: new Date('2026-06-01T00:00').toISOString(),
      created_before: new Date('2026-06-16T00:00').toISOString(),
    };
    expect(Object.fromEntries(server.sentTo(list).at(-1)?.query ?? [])).toMatchObject(wanted);
    const file = new URL(screen.getByRole<HTMLAnchorElement>('link', { name: 'Export CSV' }).href);
    expect(file.pathname).toBe('/api/billing/v1/checkouts/export');
    expect(Object.fromEntries(file.searchParams)).toMatchObject(wanted);
  });

  it('keeps a status in the address, and nothing that is none', async () => {
    const { user, server } = openList('?status=made-up');
    await screen.findByText('grace@example.com');
    expect(server.sentTo(list).at(-1)?.query.has('status')).toBe(false);
    await user.click(screen.getAllByRole('button', { name: 'Status' })[0] as HTMLElement);
    await user.click(await screen.findByRole('button', { name: 'Open' }));
    await waitFor(() => expect(server.sentTo(list).at(-1)?.query.get('status')).toBe('open'));
    expect(location.search).toBe('?status=open');
  });

  it('takes selected ones away without what opens them', async () => {
    const files = watchFiles();
    const { user } = openList();
    await screen.findByText('grace@example.com');
    await user.click(screen.getAllByRole('checkbox')[1] as HTMLElement);
    await user.click(screen.getByRole('button', { name: 'Export CSV' }));
    await waitFor(() => expect(files.names).toEqual(['acme-checkouts.csv']));
    const text = (await files.lines()).join('\n');
    expect(text).toContain('grace@example.com');
    expect(text).not.toContain('secret');
  });

  it('says where they come from while there is none, and that none fits', async () => {
    openList('', []);
    await screen.findByText('No checkouts yet');
    const link = await screen.findByRole('link', { name: 'checkout links' });
    expect(link.getAttribute('href')).toBe('/acme/checkout-links');
  });

  it('says that it could not be read', async () => {
    renderRoute('/acme/checkouts', {
      answers: {
        [list]: refusal(503, { error: 'Unavailable', detail: 'Not now' }),
        'GET /billing/v1/products': reply(ProductPage, nothing),
      },
    });
    await screen.findByRole('button', { name: 'Try again' });
  });
});

describe('the page of a checkout', () => {
  it('says how far somebody came, and why they may have left', async () => {
    const { server } = openOne(left, { [payments]: reply(PaymentPage, pageWith(declinedPayment)) });
    await screen.findByRole('heading', { name: 'grace@example.com' });
    screen.getByText('Abandoned');
    screen.getByText('198.51.100.7');
    await screen.findByText('No order');
    await screen.findByRole('table', { name: 'Attempts to pay' });
    expect(server.sentTo(payments)[0]?.query.get('checkout_id')).toBe(left.id);
    // It opens nothing any more; and before there is an address, nobody knows the tax.
    expect(document.body.textContent).not.toContain('tessera_c_secret');
    expect(screen.getByText('Tax').nextSibling?.textContent).toBe('—');
  });

  it('leads to the order and the customer that it has brought', async () => {
    const sold = { ...left, status: 'succeeded' as const, customerId: order.customerId, taxAmount: 0 };
    const { server } = openOne(sold, { [orders]: reply(OrderPage, pageWith(order)) });
    const link = await screen.findByRole('link', { name: order.invoiceNumber });
    expect(link.getAttribute('href')).toBe(`/acme/orders/${order.id}`);
    expect(server.sentTo(orders)[0]?.query.get('checkout_id')).toBe(left.id);
    expect(screen.getByRole('link', { name: /^grace@\s?example\.com$/ }).getAttribute('href')).toBe(
      `/acme/customers/${order.customerId}`,
    );
  });

  it('has the address of one that is open', async () => {
    openOne({ ...left, status: 'open' });
    await screen.findByText('http://localhost:3000/checkout/tessera_c_secret');
  });
});
