import { MetricsResponse } from '@tessera/proto/api/billing/metrics';
import { SubscriptionPage } from '@tessera/proto/api/billing/subscription';
import { screen } from '@testing-library/react';
import { metricsWith } from '../../test/metrics.ts';
import { acme } from '../../test/people.ts';
import { renderRoute } from '../../test/render-route.tsx';
import { nothing, pageWith } from '../../test/sales.ts';
import { reply } from '../../test/server.ts';
import { running } from '../../test/subscription.ts';

describe('the list of subscriptions', () => {
  it('says of who is paused that they are, not that they owe something', async () => {
    const paused = { ...running, status: 'unpaid' as const, pausedAt: running.startedAt };
    renderRoute('/acme/subscriptions', {
      answers: { 'GET /billing/v1/subscriptions': reply(SubscriptionPage, pageWith(paused)) },
    });
    await screen.findByText('Paused');
    expect(screen.queryByText('Unpaid')).toBeNull();
  });

  it.each([
    ['as of the only currency', ['jpy'], '3 active or past due, ¥4,500 a month'],
    [
      'of which currency where there are others',
      ['jpy', 'usd'],
      '3 active or past due in JPY, ¥4,500 a month',
    ],
  ])('says what they bring in %s', async (_what, currencies, text) => {
    const totals = { activeSubscriptions: 3, monthlyRecurringRevenue: 4500 };
    const month = metricsWith(totals, { currency: 'jpy', currencies });
    renderRoute('/acme/subscriptions', {
      answers: {
        'GET /billing/v1/subscriptions': reply(SubscriptionPage, nothing),
        'GET /billing/v1/metrics': reply(MetricsResponse, month),
      },
    });
    await screen.findByText(text);
  });

  it('is taken away as a file of the server, by the same filters', async () => {
    renderRoute('/acme/subscriptions?show=ended&status=canceled&query=grace&sort=-amount', {
      answers: { 'GET /billing/v1/subscriptions': reply(SubscriptionPage, nothing) },
    });
    const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Export CSV' });
    const file = new URL(link.href);
    expect(file.pathname).toBe('/api/billing/v1/subscriptions/export');
    expect(Object.fromEntries(file.searchParams)).toEqual({
      organization_id: acme.id,
      status: 'canceled',
      query: 'grace',
    });
  });

  it.each([
    ['active', '', ['trialing', 'active', 'past_due'], null],
    ['ended', '', ['unpaid', 'canceled'], null],
    ['active', 'past_due', ['past_due'], null],
    ['', 'past_due', ['past_due'], null],
    // Nothing is both.
    ['ended', 'past_due', ['past_due'], 'true'],
    ['active', 'canceled', ['canceled'], 'true'],
    ['ended', 'trialing', ['trialing'], 'false'],
    ['', '', [], null],
  ])('asks for those that the number counts: show=%s, status=%s', async (show, status, asked, active) => {
    const { server } = renderRoute(
      `/acme/subscriptions?${new URLSearchParams({ show, status }).toString()}`,
      {
        answers: { 'GET /billing/v1/subscriptions': reply(SubscriptionPage, nothing) },
      },
    );
    const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Export CSV' });
    const file = new URL(link.href).searchParams;
    expect([file.getAll('status'), file.get('active')]).toEqual([asked, active]);
    const [list] = server.sentTo('GET /billing/v1/subscriptions');
    expect([list?.query.getAll('status'), list?.query.get('active')]).toEqual([asked, active]);
  });
});
