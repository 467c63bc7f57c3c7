import { MetricsResponse } from '@tessera/proto/api/billing/metrics';
import { screen } from '@testing-library/react';
import { metricsWith } from '../../test/metrics.ts';
import { renderRoute } from '../../test/render-route.tsx';
import { reply } from '../../test/server.ts';

/** What browsers reject a request with that was given up after its time. */
const timeout = () => new DOMException('signal timed out', 'TimeoutError');

describe('a list whose server does not answer in time', () => {
  it('says that it took too long, not that there is no connection', async () => {
    const { server } = renderRoute('/acme/orders', {
      answers: { 'GET /billing/v1/metrics': reply(MetricsResponse, metricsWith({})) },
    });
    globalThis.fetch = async (input, init) => {
      if (input instanceof Request && input.url.includes('/orders/')) throw timeout();
      return server.fetch(input, init);
    };
    await screen.findByText('This took too long. Try again in a moment.');
  });
});
