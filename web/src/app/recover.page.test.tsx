import { OrderPage } from '@tessera/proto/api/billing/order';
import { screen, waitFor } from '@testing-library/react';
import { renderRoute } from '../test/render-route.tsx';
import { order, pageWith } from '../test/sales.ts';
import { refusal } from '../test/server.ts';
import { recover } from './recover.ts';

const route = 'GET /billing/v1/orders';

describe('a page of which a part could not be loaded', () => {
  it('shows it as soon as the server is back, without a press or a reload', async () => {
    const { server, store } = renderRoute('/acme/orders', { answers: { [route]: refusal(503) } });
    const stop = recover(store, 10);
    await screen.findByText(/This part of Tessera is not available right now/);
    const before = server.sentTo(route).length;
    await waitFor(() => expect(server.sentTo(route).length).toBeGreaterThan(before));
    server.answer(route, OrderPage, pageWith(order));
    await screen.findByText('grace@example.com');
    stop();
  });
});
