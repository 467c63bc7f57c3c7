import {
  type MetricPeriod,
  MetricsOverview,
  type MetricsResponse,
  type MetricsTotals,
} from '@tessera/proto/api/billing/metrics';
import { OrderPage } from '@tessera/proto/api/billing/order';
import { ProductPage, Product as ProductShape } from '@tessera/proto/api/billing/product';
import { OwnMembership } from '@tessera/proto/api/organization/directory';
import { WebhookEndpointPage } from '@tessera/proto/api/webhook/endpoint';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { metricsWith, noFigures } from '../../test/metrics.ts';
import { acme, onlyLooking } from '../../test/people.ts';
import { renderRoute } from '../../test/render-route.tsx';
import { course, nothing, order, pageWith } from '../../test/sales.ts';
import { type Handler, refusal, reply } from '../../test/server.ts';

const metrics = 'GET /billing/v1/metrics/overview';
const answer = (periods: MetricPeriod[], totals: Partial<MetricsTotals>) => metricsWith(totals, { periods });
const day = (date: number, revenue: number): MetricPeriod => ({
  ...noFigures,
  timestamp: new Date(2026, 5, date),
  revenue,
});
const busy = answer([day(14, 0), day(15, 250_000)], {
  revenue: 250_000,
  orders: 1234,
  activeSubscriptions: 7,
});

const earlier = answer([day(13, 0), day(14, 125_000)], {
  revenue: 125_000,
  orders: 0,
  activeSubscriptions: 7,
});

/** Today by the reader's calendar, as the API spells it. */
const today = () => new Date().toLocaleDateString('sv-SE');

const best = { currency: 'usd', items: [{ productId: course.id, name: 'Course', orders: 3, revenue: 3600 }] };

/** These figures, beside earlier ones where they are asked for. */
const besideEarlier = (current: MetricsResponse, query: URLSearchParams): MetricsOverview => ({
  current,
  previous: query.has('previous_start_date') ? { periods: earlier.periods, totals: earlier.totals } : null,
  topProducts: best,
});
const figuresOf = (current: MetricsResponse): Handler =>
  reply(MetricsOverview, ({ query }) => besideEarlier(current, query));

const open = (
  figures = figuresOf(busy),
  orders = pageWith(order),
  path = '/acme',
  answerOrders: Handler = reply(OrderPage, orders),
  more: Record<string, Handler> = {},
) =>
  renderRoute(path, {
    answers: {
      [metrics]: figures,
      'GET /billing/v1/orders': answerOrders,
      'GET /billing/v1/products': reply(ProductPage, pageWith(course)),
      'GET /billing/v1/webhooks/endpoints': reply(WebhookEndpointPage, nothing),
      ...more,
    },
  });

beforeEach(() => localStorage.clear());

describe('the overview', () => {
  it('shows thirty days of one’s own calendar beside the thirty before them', async () => {
    const { server } = open();
    const revenue = within(await screen.findByRole('button', { name: /^Revenue/ }));
    await revenue.findByText('$2,500.00');
    await revenue.findByText('+100%');
    within(screen.getByRole('button', { name: /^Orders/ })).getByText('1,234');
    await within(screen.getByRole('button', { name: /^Active subscriptions/ })).findByText('0%');
    const [asked, ...more] = server.sentTo(metrics).map(({ query }) => query);
    expect(more).toEqual([]);
    const days = ['previous_start_date', 'start_date', 'end_date'].map(
      (name) => Date.parse(asked?.get(name) ?? '') / 86_400_000,
    );
    expect(days.map((day) => day - (days[2] ?? 0))).toEqual([-59, -29, 0]);
    expect([asked?.get('end_date'), asked?.get('interval')]).toEqual([today(), 'day']);
    expect(asked?.get('timezone')).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone);
    expect(server.sentTo('GET /billing/v1/orders')).toHaveLength(1);
    // Whoever has sold something is not asked for the way to the first sale.
    expect(server.sentTo('GET /billing/v1/webhooks/endpoints')).toEqual([]);
  });

  it('looks back as far as one says, and keeps that in the address', async () => {
    const { server, user } = open();
    await screen.findByText('$2,500.00');
    await user.click(screen.getByRole('radio', { name: '12 months' }));
    await waitFor(() => expect(server.sentTo(metrics).at(-1)?.query.get('interval')).toBe('month'));
    expect(location.search).toBe('?period=365');
  });

  it('tells the drawn figure as a table too', async () => {
    const { user } = open();
    await screen.findByText('$2,500.00');
    await user.click(screen.getByRole('button', { name: 'Table' }));
    const row = within(await screen.findByRole('row', { name: /Jun 15, 2026/ }));
    row.getByText('$2,500.00');
    await row.findByText('$1,250.00');
    await user.click(screen.getByRole('button', { name: /^Orders/ }));
    await screen.findByRole('columnheader', { name: 'Orders' });
    expect(location.search).toBe('?figure=orders');
  });

  it('shows what sold best, and what customers did', async () => {
    open();
    const product = await screen.findByRole('link', { name: /Course.*3 orders/ });
    expect(product.getAttribute('href')).toBe(`/acme/products/${course.id}`);
    const entry = await screen.findByRole('link', { name: /Grace bought Course/ });
    expect(entry.getAttribute('href')).toBe(`/acme/orders/${order.id}`);
  });

  it('says that the figures could not be loaded, and tries again', async () => {
    const { server, user } = open(refusal(503));
    const again = await screen.findByRole('button', { name: 'Try again' });
    await screen.findByRole('link', { name: /Grace bought Course/ });
    // Nothing looks as if it was still loading.
    expect(document.querySelector('main .mantine-Skeleton-root')).toBeNull();
    server.on(metrics, figuresOf(busy));
    await user.click(again);
    await waitFor(() => screen.getByText('$2,500.00'));
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  it('keeps a place for the way to the first sale where nothing was sold when one looked last', async () => {
    localStorage.setItem(`tessera:unsold:${acme.id}`, '1');
    const asked = Promise.withResolvers<void>();
    const orders: Handler = async (sent) => {
      await asked.promise;
      return reply(OrderPage, nothing)(sent);
    };
    const { server } = open(figuresOf(answer([day(14, 0)], {})), nothing, '/acme', orders);
    await screen.findAllByText('$0.00');
    const place = screen.getByText('Get to your first sale');
    expect(place.closest('[inert]')).not.toBeNull();
    expect(screen.queryByRole('link', { name: /Create a product/ })).toBeNull();
    asked.resolve();
    await screen.findByText('1 of 3 done');
    expect(screen.getByText('Get to your first sale').closest('[inert]')).toBeNull();
    expect(server.sentTo('GET /billing/v1/orders')).toHaveLength(1);
  });

  it('keeps no such place on a device that knows of no such time, nor once something was sold', async () => {
    const place = () => screen.queryByText('Get to your first sale');
    const unanswered = () => new Promise<never>(() => undefined);
    open(undefined, undefined, '/acme', unanswered);
    await screen.findByText('$2,500.00');
    expect(place()).toBeNull();
    cleanup();
    localStorage.setItem(`tessera:unsold:${acme.id}`, '1');
    open();
    await screen.findByRole('link', { name: /Grace bought Course/ });
    await waitFor(() => expect(place()).toBeNull());
    cleanup();
    open(undefined, undefined, '/acme', unanswered);
    await screen.findByText('$2,500.00');
    expect(place()).toBeNull();
  });

  it('keeps such a place from the second look on', async () => {
    const none = figuresOf(answer([day(14, 0)], {}));
    open(none, nothing);
    await screen.findByText('1 of 3 done');
    cleanup();
    open(none, nothing, '/acme', () => new Promise(() => undefined));
    await screen.findAllByText('$0.00');
    expect(screen.getByText('Get to your first sale').closest('[inert]')).not.toBeNull();
  });

  it('says of numbers, too, of which currency they are, where there are several', async () => {
    open(figuresOf(busy));
    await screen.findByText('$2,500.00');
    expect(screen.queryByText(/USD/)).toBeNull();
    cleanup();
    open(figuresOf({ ...busy, currencies: ['eur', 'usd'] }));
    await screen.findByRole('button', { name: /^Orders 1,234 in USD/ });
    screen.getByRole('button', { name: /^Active subscriptions .* in USD/ });
  });

  it('shows the way to the first sale to whoever has sold nothing', async () => {
    open(figuresOf(answer([day(14, 0)], {})), nothing);
    await screen.findByText('1 of 3 done');
    screen.getByText('Get to your first sale');
    // A product there is; what comes next is marked, not what may be left out.
    screen.getByRole('link', { name: /Share a checkout link/, current: 'step' });
    await screen.findAllByText('$0.00');
  });

  it('shows it to nobody who may not go it', async () => {
    const none = figuresOf(answer([day(14, 0)], {}));
    open(none, nothing, '/acme', reply(OrderPage, nothing), {
      'GET /auth/organization/own-membership': reply(OwnMembership, onlyLooking),
    });
    await screen.findByText(/its first order will appear here/);
    await waitFor(() => expect(screen.queryByText('Get to your first sale')).toBeNull());
  });
});

describe('the analytics', () => {
  it('are of one currency, which one chooses where there are several', async () => {
    const euros = { ...busy, currencies: ['eur', 'usd'] };
    const { server, user } = open(
      reply(MetricsOverview, ({ query }) =>
        besideEarlier(query.get('currency') === 'eur' ? { ...euros, currency: 'eur' } : euros, query),
      ),
      pageWith(order),
      '/acme/analytics',
    );
    await screen.findAllByText(/\$2,500\.00/);
    await user.click(screen.getByRole('combobox', { name: 'Currency' }));
    await user.click(await screen.findByRole('option', { name: 'EUR' }));
    await screen.findAllByText(/€2,500\.00/);
    expect(server.sentTo(metrics).at(-1)?.query.get('currency')).toBe('eur');
    expect(location.search).toBe('?currency=eur');
    const file = new URL(
      screen.getByRole('link', { name: 'Export CSV' }).getAttribute('href') ?? '',
      location.href,
    );
    expect(file.pathname).toBe('/api/billing/v1/metrics/export');
    expect([file.searchParams.get('currency'), file.searchParams.get('interval')]).toEqual(['eur', 'day']);
  });

  it('find a product beyond the first of the list, and name it when the page is opened anew', async () => {
    const other = { ...course, id: '0197a000-0000-7000-8000-0000000000e9', name: 'Workshop' };
    const many = (item: typeof course) => ({
      items: [item],
      pagination: { totalCount: 101, maxPage: 2 },
    });
    const more = {
      'GET /billing/v1/products': reply(ProductPage, ({ query }) =>
        query.get('query') === 'Work' ? pageWith(other) : many(course),
      ),
      [`GET /billing/v1/products/${other.id}`]: reply(ProductShape, other),
    };
    const { user, server } = open(undefined, undefined, '/acme/analytics', undefined, more);
    await user.type(await screen.findByRole('combobox', { name: 'Product' }), 'Work');
    await user.click(await screen.findByRole('option', { name: 'Workshop' }));
    await waitFor(() => expect(server.sentTo(metrics).at(-1)?.query.get('product_id')).toBe(other.id));
    cleanup();
    open(undefined, undefined, `/acme/analytics?product=${other.id}`, undefined, more);
    await screen.findByDisplayValue('Workshop');
  });

  it('lead out of an address that asks for a product which cannot be one', async () => {
    const { user } = open(
      (sent) => (sent.query.get('product_id') === 'abc' ? refusal(422)(sent) : figuresOf(busy)(sent)),
      pageWith(order),
      '/acme/analytics?product=abc',
    );
    await user.click(await screen.findByRole('button', { name: 'Clear filters' }));
    await screen.findAllByText(/\$2,500\.00/);
    expect(location.search).toBe('');
  });

  it('say that there is nothing to tell rather than nought', async () => {
    const { user } = open(undefined, undefined, '/acme/analytics');
    const heading = await screen.findByRole('heading', { name: 'Net revenue retention' });
    const part = within(heading.closest('section') ?? document.body);
    await user.click(part.getByRole('button', { name: 'Table' }));
    const row = await part.findByRole('row', { name: /Jun 15, 2026/ });
    expect(within(row).getAllByText('—').length).toBeGreaterThan(0);
  });

  it('say so of a mean and a share of nothing, for which the API has nought', async () => {
    const { user } = open(figuresOf(answer([day(14, 0)], {})), nothing, '/acme/analytics');
    for (const name of ['Average order value', 'Checkout conversion']) {
      const heading = await screen.findByRole('heading', { name });
      const part = within(heading.closest('section') ?? document.body);
      await user.click(part.getByRole('button', { name: 'Table' }));
      const row = within(await part.findByRole('row', { name: /Jun 14, 2026/ }));
      expect(row.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual(['—', '—']);
    }
  });
});
