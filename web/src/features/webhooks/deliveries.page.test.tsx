import { WebhookDeliveryPage } from '@tessera/proto/api/webhook/delivery';
import { WebhookEndpoint } from '@tessera/proto/api/webhook/endpoint';
import { screen, waitFor } from '@testing-library/react';
import { renderRoute } from '../../test/render-route.tsx';
import { nothing, pageWith } from '../../test/sales.ts';
import { watchFiles } from '../../test/saved-files.ts';
import { reply } from '../../test/server.ts';
import { endpoint } from '../../test/webhook-endpoint.ts';

const { id } = endpoint;
const at = { createdAt: new Date('2026-01-01T10:00:00.000Z'), modifiedAt: null };

describe('the list of deliveries', () => {
  const deliveries = 'GET /billing/v1/webhooks/deliveries';
  const failed = {
    ...at,
    id: '0197a000-0000-7000-8000-0000000000d1',
    succeeded: false,
    httpCode: 500,
    durationMs: 4,
    response: null,
    error: null,
    webhookEndpointId: id,
    webhookEvent: {
      ...at,
      id: '0197a000-0000-7000-8000-0000000000d2',
      type: 'order.paid',
      lastHttpCode: 500,
      succeeded: false,
      payload: '{}',
    },
  };
  const openAt = (query: string) =>
    renderRoute(`/acme/webhooks/${id}${query}`, {
      answers: {
        [`GET /billing/v1/webhooks/endpoints/${id}`]: reply(WebhookEndpoint, endpoint),
        [deliveries]: reply(WebhookDeliveryPage, (sent) =>
          sent.query.get('status') === 'delivered'
            ? nothing
            : { items: [failed], pagination: { totalCount: 60, maxPage: 3 } },
        ),
      },
    });

  it('names the event of an address that the endpoint is no longer told of', async () => {
    const { server } = openAt('?event=customer.deleted');
    await screen.findByRole('button', { name: 'Event: customer.deleted' });
    expect(server.sentTo(deliveries)[0]?.query.get('event_type')).toBe('customer.deleted');
  });

  it('keeps its filters and its page in the address', async () => {
    const { user, server, router } = openAt('');
    await user.click(await screen.findByRole('button', { name: 'Next page' }));
    await waitFor(() => expect(router.state.location.search).toBe('?page=2'));
    await user.click(screen.getByRole('button', { name: 'Status' }));
    await user.click(await screen.findByRole('button', { name: 'Failed' }));
    await waitFor(() => expect(router.state.location.search).toBe('?status=failed'));
    await user.click(screen.getByRole('button', { name: 'Event' }));
    await user.click(await screen.findByRole('button', { name: 'order.paid' }));
    await waitFor(() => {
      const { query } = server.sentTo(deliveries).at(-1) ?? {};
      expect(query?.get('status')).toBe('failed');
      expect(query?.get('event_type')).toBe('order.paid');
      expect(query?.get('page')).toBe('1');
    });
    await user.type(screen.getByRole('searchbox', { name: 'Search sent messages' }), 'grace@');
    await waitFor(() => expect(server.sentTo(deliveries).at(-1)?.query.get('query')).toBe('grace@'));
    expect(router.state.location.search).toBe('?status=failed&event=order.paid&query=grace%40');
  });

  it('takes what the filters leave away as a file', async () => {
    const files = watchFiles();
    const { user, server } = openAt('?status=failed&from=2026-01-01');
    await user.click(await screen.findByRole('button', { name: 'Export CSV' }));
    await waitFor(() => expect(files.names).toHaveLength(1));
    const { query } = server.sentTo(deliveries).at(-1) ?? {};
    expect(query?.get('status')).toBe('failed');
    expect(query?.get('start_timestamp')).toBe(new Date('2026-01-01T00:00').toISOString());
    expect(query?.get('latest')).toBeNull();
  });

  it('does not offer to send again what the endpoint no longer receives', async () => {
    const { user } = renderRoute(`/acme/webhooks/${id}`, {
      answers: {
        [`GET /billing/v1/webhooks/endpoints/${id}`]: reply(WebhookEndpoint, {
          ...endpoint,
          events: ['order.refunded'],
        }),
        [deliveries]: reply(WebhookDeliveryPage, pageWith(failed)),
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Redeliver' }));
    await screen.findByText('Select this event for the endpoint first.');
  });

  it('says that nothing fits, which is not that nothing was sent', async () => {
    const { user } = openAt('?status=delivered&event=moon.full');
    await screen.findByRole('heading', { level: 3, name: 'No deliveries found' });
    const [clear] = screen.getAllByRole('button', { name: 'Clear filters' });
    await user.click(clear as HTMLElement);
    await screen.findByRole('row', { name: /order\.paid/ });
  });
});
