import { MetricsResponse } from '@tessera/proto/api/billing/metrics';
import { Order, OrderPage } from '@tessera/proto/api/billing/order';
import { Product } from '@tessera/proto/api/billing/product';
import { Refund, RefundPage } from '@tessera/proto/api/billing/refund';
import { screen, waitFor, within } from '@testing-library/react';
import { api } from '../../api/request/base.ts';
import { metricsWith } from '../../test/metrics.ts';
import { renderRoute } from '../../test/render-route.tsx';
import { course, nothing, order, pageWith, refundOf } from '../../test/sales.ts';
import { refusal, reply } from '../../test/server.ts';

const route = 'GET /billing/v1/orders';
const unreadable = refusal(422, { error: 'RequestValidationError', detail: [] });
const open = (answer = reply(OrderPage, pageWith(order))) => {
  const page = renderRoute('/acme/orders', { answers: { [route]: answer } });
  const filters = () => page.server.sentTo(route).map(({ query }) => query.get('product_billing_type'));
  return { ...page, filters };
};

describe('the list of orders', () => {
  it('shows who bought what, when and for how much, and leads to the order', async () => {
    open();
    const row = within(await screen.findByRole('row', { name: /grace@example.com/ }));
    row.getByText('Course');
    row.getByText('Paid');
    row.getByText('$12.00');
    expect(row.getByText(/^Jun 15, 2026/).getAttribute('datetime')).toBe('2026-06-15T12:00:00.000Z');
    expect(row.getByRole('link').getAttribute('href')).toBe(`/acme/orders/${order.id}`);
  });

  it('says below its title what this month has brought', async () => {
    const { server } = renderRoute('/acme/orders', {
      answers: {
        [route]: reply(OrderPage, pageWith(order)),
        'GET /billing/v1/metrics': reply(MetricsResponse, metricsWith({ orders: 22, revenue: 128_400 })),
      },
    });
    await screen.findByText('22 orders, $1,284.00 this month');
    const query = server.sentTo('GET /billing/v1/metrics')[0]?.query;
    expect(query?.get('start_date')).toMatch(/^\d{4}-\d{2}-01$/);
    expect(query?.get('start_date')?.slice(0, 7)).toBe(query?.get('end_date')?.slice(0, 7));
  });

  it.each([
    ['it in the only currency', ['eur'], '22 orders, €1,284.00 this month'],
    ['of which currency where there are others', ['eur', 'jpy'], '22 orders in EUR, €1,284.00 this month'],
  ])('says %s', async (_what, currencies, text) => {
    const month = metricsWith({ orders: 22, revenue: 128_400 }, { currency: 'eur', currencies });
    renderRoute('/acme/orders', {
      answers: {
        [route]: reply(OrderPage, pageWith(order)),
        'GET /billing/v1/metrics': reply(MetricsResponse, month),
      },
    });
    await screen.findByText(text);
  });

  it('asks for the orders of subscriptions only, and keeps that in the address', async () => {
    const { user, server, filters } = open();
    await screen.findByText('grace@example.com');
    server.answer(route, OrderPage, nothing);
    await user.click(screen.getByRole('button', { name: 'Billing' }));
    await user.click(await screen.findByRole('button', { name: 'Subscriptions' }));
    await screen.findByText('No orders match these filters.');
    expect(screen.getByText('0 results').getAttribute('aria-live')).toBe('polite');
    expect(filters()).toEqual([null, 'recurring']);
    expect(location.search).toBe('?type=recurring');
  });

  it('asks for states, days and amounts, and drops what it is told to', async () => {
    const { user, server } = open();
    const asked = () => server.sentTo(route).at(-1)?.query;
    await screen.findByText('grace@example.com');
    await user.click(screen.getByRole('button', { name: 'Status' }));
    await user.click(await screen.findByRole('button', { name: 'Paid' }));
    await waitFor(() => expect(asked()?.get('status')).toBe('paid'));
    await user.click(screen.getByRole('button', { name: 'Amount' }));
    await user.type(await screen.findByLabelText('At least'), '12.50');
    await user.click(await screen.findByRole('button', { name: 'Apply' }));
    await waitFor(() => expect(asked()?.get('min_amount')).toBe('1250'));
    expect(location.search).toBe('?status=paid&min=1250');
    await user.click(screen.getByRole('button', { name: 'Remove the filter Status' }));
    await waitFor(() => expect(asked()?.get('status')).toBeNull());
    expect(location.search).toBe('?min=1250');
  });

  it.each([
    ['yen, whose sign it then has', ['jpy'], '¥1,500'],
    ['numbers where there are other currencies', ['jpy', 'usd'], '1,500'],
  ])('asks for amounts in %s', async (_what, currencies, written) => {
    const month = metricsWith({}, { currency: 'jpy', currencies });
    const { user, server } = renderRoute('/acme/orders', {
      answers: {
        [route]: reply(OrderPage, pageWith(order)),
        'GET /billing/v1/metrics': reply(MetricsResponse, month),
      },
    });
    await screen.findByText(/¥0 this month/);
    await user.click(screen.getByRole('button', { name: 'Amount' }));
    await user.type(await screen.findByLabelText('At least'), '1500');
    await user.click(await screen.findByRole('button', { name: 'Apply' }));
    await screen.findByText(`≥ ${written}`);
    await waitFor(() => expect(server.sentTo(route).at(-1)?.query.get('min_amount')).toBe('1500'));
  });

  it('is taken away as a file of the server, by the same filters', async () => {
    renderRoute(`/acme/orders?status=paid&type=recurring&product=${course.id}&min=1250&query=grace`, {
      answers: {
        [route]: reply(OrderPage, pageWith(order)),
        [`GET /billing/v1/products/${course.id}`]: reply(Product, course),
      },
    });
    await screen.findByText('grace@example.com');
    const file = new URL(screen.getByRole<HTMLAnchorElement>('link', { name: 'Export CSV' }).href);
    expect(file.pathname).toBe('/api/billing/v1/orders/export');
    expect(Object.fromEntries(file.searchParams)).toEqual({
      organization_id: order.product.organizationId,
      status: 'paid',
      product_billing_type: 'recurring',
      product_id: course.id,
      min_amount: '1250',
      query: 'grace',
    });
  });

  it('asks the server to sort by the column that one presses, and back', async () => {
    const { user, server } = open();
    const sorted = () => server.sentTo(route).at(-1)?.query.get('sorting');
    await screen.findByText('grace@example.com');
    expect(sorted()).toBe('-created_at');
    await user.click(screen.getByRole('button', { name: 'Customer' }));
    await waitFor(() => expect(sorted()).toBe('customer'));
    expect(screen.getByRole('columnheader', { name: 'Customer' }).getAttribute('aria-sort')).toBe(
      'ascending',
    );
    await user.click(screen.getByRole('button', { name: 'Customer' }));
    await waitFor(() => expect(sorted()).toBe('-customer'));
    expect(location.search).toBe('?sort=-customer');
  });

  it('shows the columns that one has chosen, and remembers them', async () => {
    const first = open();
    await screen.findByText('grace@example.com');
    expect(screen.queryByRole('columnheader', { name: 'Tax' })).toBeNull();
    await first.user.click(screen.getByRole('button', { name: 'Columns and density' }));
    await first.user.click(await screen.findByRole('menuitemcheckbox', { name: 'Tax' }));
    await screen.findByRole('columnheader', { name: 'Tax' });
    expect(JSON.parse(localStorage.getItem('tessera:table:orders') ?? '{}').columns.tax).toBe(true);
    localStorage.clear();
  });

  it('keeps filters as a view under a name', async () => {
    const { user, router } = open();
    await screen.findByText('grace@example.com');
    await router.navigate('/acme/orders?status=paid');
    await screen.findByRole('button', { name: 'Remove the filter Status' });
    await user.click(screen.getByRole('button', { name: 'Saved views' }));
    await user.type(await screen.findByLabelText('Save this view'), 'Paid ones');
    await user.click(await screen.findByRole('button', { name: 'Save' }));
    await router.navigate('/acme/orders');
    await user.click(screen.getByRole('button', { name: 'Saved views' }));
    await user.click(await screen.findByRole('button', { name: 'Paid ones' }));
    await waitFor(() => expect(location.search).toBe('?status=paid'));
    localStorage.clear();
  });

  it('counts the rows that are selected, and lets them go', async () => {
    const { user } = open();
    await screen.findByText('grace@example.com');
    const announced = screen.getByRole('status');
    await user.click(screen.getByRole('checkbox', { name: /^Select this row Grace/ }));
    // In the element of before: a screen reader would not announce a new one.
    await within(announced).findByText('1 selected');
    await user.click(screen.getByRole('button', { name: 'Clear' }));
    await screen.findByRole('searchbox', { name: 'Search orders' });
  });

  it('says what is wrong and tries again', async () => {
    const { user, server } = open(refusal(503));
    await screen.findByText('This part of Tessera is not available right now. Try again in a moment.');
    server.answer(route, OrderPage, pageWith(order));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => screen.getByText('grace@example.com'));
  });

  it('says of a product that is no more that it is no longer there', async () => {
    renderRoute(`/acme/orders?product=${course.id}`, {
      answers: {
        [route]: reply(OrderPage, nothing),
        [`GET /billing/v1/products/${course.id}`]: refusal(404, {
          error: 'ResourceNotFound',
          detail: 'Not found',
        }),
        'GET /billing/v1/metrics': reply(MetricsResponse, metricsWith({})),
      },
    });
    await screen.findByRole('button', { name: 'Product: No longer exists' });
    screen.getByText('No orders found');
  });

  it('takes what an address makes up for no filter, neither here nor in the file', async () => {
    const { server } = renderRoute('/acme/orders?status=bogus&product=abc&from=soon&min=free', {
      answers: {
        [route]: reply(OrderPage, nothing),
        'GET /billing/v1/metrics': reply(MetricsResponse, metricsWith({})),
      },
    });
    await screen.findByText('No orders yet');
    expect(Object.keys(Object.fromEntries(server.sentTo(route)[0]?.query ?? [])).sort()).toEqual([
      'limit',
      'organization_id',
      'page',
      'sorting',
    ]);
  });

  it('leads out of an address whose order is none', async () => {
    const { user, server } = renderRoute('/acme/orders?sort=abc&page=1.5', {
      answers: {
        [route]: (sent) =>
          (sent.query.get('sorting') === 'abc' ? unreadable : reply(OrderPage, pageWith(order)))(sent),
        'GET /billing/v1/metrics': reply(MetricsResponse, metricsWith({})),
      },
    });
    await screen.findByText(/contains filters or a sort order that do not exist here/);
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    expect(server.sentTo(route)[0]?.query.get('page')).toBe('1');
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    await screen.findByText('grace@example.com');
    expect(location.search).toBe('');
  });

  it('knows a row that did not change as the same row when it looks again', async () => {
    const { store, server } = open();
    await screen.findByText('grace@example.com');
    const known = () => {
      const queries = Object.values(store.getState().api.queries);
      const data = queries.find((query) => query?.endpointName === 'listOrders')?.data;
      return data as { items: unknown[]; pagination: { totalCount: number } } | undefined;
    };
    const [row] = known()?.items ?? [];
    expect(row).toMatchObject({ id: order.id, createdAt: '2026-06-15T12:00:00.000Z' });
    server.answer(route, OrderPage, { items: [order], pagination: { totalCount: 9, maxPage: 1 } });
    store.dispatch(api.util.invalidateTags(['Order']));
    await waitFor(() => expect(known()?.pagination.totalCount).toBe(9));
    expect(known()?.items[0]).toBe(row);
  });

  it('keeps what it knows as plain data', async () => {
    const { store } = open();
    await screen.findByText('grace@example.com');
    const state = store.getState();
    expect(JSON.parse(JSON.stringify(state.api.queries))).toEqual(state.api.queries);
  });
});

describe('the money of an order', () => {
  const path = `/acme/orders/${order.id}`;
  const oneOrder = `GET /billing/v1/orders/${order.id}`;
  const refunds = 'GET /billing/v1/refunds';
  const openOrder = (answers: object = {}) =>
    renderRoute(path, {
      answers: { [oneOrder]: reply(Order, order), [refunds]: reply(RefundPage, nothing), ...answers },
    });

  it('can be given back in part, and the dialog says what will happen', async () => {
    const { user, server } = openOrder({ 'POST /billing/v1/refunds': reply(Refund, refundOf('succeeded')) });
    await user.click(await screen.findByRole('button', { name: 'Refund order' }));
    const dialog = within(await screen.findByRole('dialog'));
    dialog.getByText(/goes back to the payment method that grace@example.com paid with/);
    const amount = dialog.getByLabelText(/Amount/);
    expect((amount as HTMLInputElement).value).toBe('12.00');
    await user.clear(amount);
    await user.type(amount, '13');
    await user.click(dialog.getByRole('button', { name: 'Refund' }));
    await waitFor(() => expect(amount.getAttribute('aria-invalid')).toBe('true'));
    await user.clear(amount);
    await user.type(amount, '5');
    await user.click(dialog.getByLabelText('Revoke benefits'));
    await user.click(dialog.getByRole('button', { name: 'Refund' }));
    await screen.findByText('$5.00 refunded.');
    expect(server.sentTo('POST /billing/v1/refunds').map(({ body }) => body)).toEqual([
      {
        order_id: order.id,
        reason: 'customer_request',
        amount: 500,
        comment: null,
        revoke_benefits: true,
      },
    ]);
  });

  it('shows a refusal at the amount', async () => {
    const { user } = openOrder({
      'POST /billing/v1/refunds': refusal(400, {
        error: 'RefundAmountTooHigh',
        detail: 'Too much of this order.',
      }),
    });
    await user.click(await screen.findByRole('button', { name: 'Refund order' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Refund' }));
    await dialog.findByText('Too much of this order.');
    expect(dialog.getByLabelText(/Amount/).getAttribute('aria-invalid')).toBe('true');
  });

  it('lists what went back, with its state', async () => {
    openOrder({ [refunds]: reply(RefundPage, pageWith(refundOf('pending'))) });
    await screen.findByText('On its way');
    screen.getByText('$5.00');
  });
});
