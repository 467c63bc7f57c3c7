import { type MetricPeriod, MetricsResponse } from '@tessera/proto/api/billing/metrics';
import { OrderPage } from '@tessera/proto/api/billing/order';
import { ProductPage } from '@tessera/proto/api/billing/product';
import { WebhookEndpointPage } from '@tessera/proto/api/webhook/endpoint';
import { screen, waitFor } from '@testing-library/react';
import { renderRoute } from '../../test/render-route.tsx';
import { course, nothing, order, pageWith } from '../../test/sales.ts';
import { refusal, reply } from '../../test/server.ts';

const none = {
  orders: 0,
  revenue: 0,
  cumulativeRevenue: 0,
  averageOrderValue: 0,
  oneTimeProducts: 0,
  oneTimeProductsRevenue: 0,
  newSubscriptions: 0,
  newSubscriptionsRevenue: 0,
  renewedSubscriptions: 0,
  renewedSubscriptionsRevenue: 0,
  activeSubscriptions: 0,
  monthlyRecurringRevenue: 0,
  checkouts: 0,
  succeededCheckouts: 0,
  checkoutsConversion: 0,
};
const { timestamp: _, ...figures } = MetricsResponse.shape.periods.element.shape;
const names = Object.fromEntries(
  Object.keys(figures).map((slug) => [slug, { slug, displayName: slug, type: 'scalar' as const }]),
) as MetricsResponse['metrics'];

const metrics = 'GET /billing/v1/metrics';
const answer = (periods: MetricPeriod[], totals: Partial<typeof none>): MetricsResponse => ({
  periods,
  totals: { ...none, ...totals },
  metrics: names,
});
const day = (date: number, revenue: number): MetricPeriod => ({
  ...none,
  timestamp: new Date(2026, 5, date),
  revenue,
});
const busy = answer([day(14, 0), day(15, 250_000)], {
  revenue: 250_000,
  orders: 1234,
  activeSubscriptions: 7,
});

const open = (figures = reply(MetricsResponse, busy), orders = pageWith(order)) =>
  renderRoute('/acme', {
    answers: {
      [metrics]: figures,
      'GET /billing/v1/orders': reply(OrderPage, orders),
      'GET /billing/v1/products': reply(ProductPage, pageWith(course)),
      'GET /billing/v1/webhooks/endpoints': reply(WebhookEndpointPage, nothing),
    },
  });

describe('the overview', () => {
  it('asks once for the figures of thirty days of one’s own calendar', async () => {
    const { server } = open();
    await screen.findByText('$2,500.00');
    screen.getByText('1,234');
    screen.getByText('7');
    screen.getByText('Revenue by day. The best day was Jun 15, 2026 with $2,500.');
    const [{ query } = { query: new URLSearchParams() }, ...more] = server.sentTo(metrics);
    expect(more).toEqual([]);
    expect(query.get('interval')).toBe('day');
    expect(query.get('timezone')).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone);
    const days =
      (Date.parse(query.get('end_date') ?? '') - Date.parse(query.get('start_date') ?? '')) / 86_400_000;
    expect(days).toBe(29);
    expect(server.sentTo('GET /billing/v1/orders')).toHaveLength(1);
  });

  it('says of each figure that it could not be loaded, and tries again', async () => {
    const { server, user } = open(refusal(503));
    const [first] = await screen.findAllByRole('button', { name: 'Try again' });
    screen.getByText('grace@example.com');
    server.answer(metrics, MetricsResponse, busy);
    if (first) await user.click(first);
    await waitFor(() => screen.getByText('$2,500.00'));
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  it('shows the way to the first sale to whoever has sold nothing', async () => {
    open(reply(MetricsResponse, answer([day(14, 0)], {})), nothing);
    await screen.findByText('Get to your first sale');
    screen.getByText('1 of 3 done');
    await screen.findByText('$0.00');
  });
});
