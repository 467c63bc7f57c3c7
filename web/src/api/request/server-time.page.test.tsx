import { MetricsResponse } from '@tessera/proto/api/billing/metrics';
import { OrderPage } from '@tessera/proto/api/billing/order';
import { screen, waitFor } from '@testing-library/react';
import { metricsWith } from '../../test/metrics.ts';
import { renderRoute } from '../../test/render-route.tsx';
import { order, pageWith } from '../../test/sales.ts';
import { reply } from '../../test/server.ts';
import { noteServerTime } from './server-time.ts';

afterEach(() => noteServerTime(new Response(null, { headers: { date: new Date().toUTCString() } })));

describe('a page of a server whose clock is another', () => {
  it('tells how long ago and which month it is by the server’s clock', async () => {
    const createdAt = new Date('2031-03-10T12:00:00Z');
    const { server } = renderRoute('/acme/orders', {
      answers: {
        'GET /billing/v1/orders': reply(OrderPage, pageWith({ ...order, createdAt })),
        'GET /billing/v1/metrics': reply(MetricsResponse, metricsWith({ orders: 1, revenue: 1_200 })),
      },
    });
    server.setTime(new Date('2031-03-13T12:00:00Z'));
    await screen.findByText('3 days ago');
    await waitFor(() => {
      const [asked] = server.sentTo('GET /billing/v1/metrics');
      expect(asked?.query.get('start_date')).toBe('2031-03-01');
    });
  });
});
