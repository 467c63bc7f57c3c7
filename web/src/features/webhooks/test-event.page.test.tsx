import { OwnMembership } from '@tessera/proto/api/organization/directory';
import { WebhookDeliveryPage } from '@tessera/proto/api/webhook/delivery';
import { WebhookEndpoint, WebhookTestSent } from '@tessera/proto/api/webhook/endpoint';
import { screen, waitFor, within } from '@testing-library/react';
import { onlyLooking } from '../../test/people.ts';
import { renderRoute } from '../../test/render-route.tsx';
import { nothing, pageWith } from '../../test/sales.ts';
import { reply } from '../../test/server.ts';
import { endpoint } from '../../test/webhook-endpoint.ts';

const { id } = endpoint;
const path = `/billing/v1/webhooks/endpoints/${id}`;

describe('a test event', () => {
  const testing = `POST ${path}/test`;
  const openTest = async (changes: Partial<WebhookEndpoint> = {}) => {
    const { user, server } = renderRoute(`/acme/webhooks/${id}`, {
      answers: {
        [`GET ${path}`]: reply(WebhookEndpoint, { ...endpoint, ...changes }),
        'GET /billing/v1/webhooks/deliveries': reply(WebhookDeliveryPage, nothing),
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Send test event' }));
    return { user, server };
  };

  it('is sent, of a chosen type, and looked for in the list', async () => {
    const { user, server } = await openTest({ events: ['order.created', 'order.paid'] });
    const dialog = within(await screen.findByRole('dialog', { name: 'Send a test event' }));
    dialog.getByText(/signed message with sample data/);
    await user.click(dialog.getByRole('combobox', { name: 'Event' }));
    await user.click(await screen.findByRole('option', { name: 'order.paid' }));
    server.answer(testing, WebhookTestSent, () => ({ id: '0197a000-0000-7000-8000-0000000000e1' }));
    await user.click(dialog.getByRole('button', { name: 'Send test event' }));
    await screen.findByText('A test of order.paid is being sent.');
    expect(server.sentTo(testing)[0]?.body).toEqual({ type: 'order.paid' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(server.sentTo('GET /billing/v1/webhooks/deliveries')).toHaveLength(2));
  });

  it('says why it was refused, and stays open', async () => {
    const { user, server } = await openTest({ format: 'slack', enabled: false });
    const dialog = within(await screen.findByRole('dialog'));
    dialog.getByText(/The channel gets one message/);
    server.refuse(testing, 429, { error: 'TooManyTests', detail: 'Too many test events.' });
    await user.click(dialog.getByRole('button', { name: 'Send test event' }));
    await dialog.findByText(/Too many attempts/);
  });

  it('has no type at an endpoint without events', async () => {
    await openTest({ events: [] });
    await screen.findByText('Select an event for the endpoint first.');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is not for members who may not manage webhooks', async () => {
    const { user, server } = renderRoute(`/acme/webhooks/${id}`, {
      answers: {
        'GET /auth/organization/own-membership': reply(OwnMembership, onlyLooking),
        [`GET ${path}`]: reply(WebhookEndpoint, endpoint),
        'GET /billing/v1/webhooks/deliveries': reply(WebhookDeliveryPage, nothing),
      },
    });
    const button = await screen.findByRole('button', { name: 'Send test event' });
    await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('true'));
    await user.click(button);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(server.sentTo(testing)).toEqual([]);
  });

  it('is marked in the list', async () => {
    const at = { createdAt: new Date('2026-01-01T10:00:00.000Z'), modifiedAt: null };
    const event = { ...at, id: '1', type: 'order.paid', lastHttpCode: 200, succeeded: true, payload: '{}' };
    const delivery = {
      ...at,
      succeeded: true,
      httpCode: 200,
      durationMs: 4,
      response: null,
      error: null,
      webhookEndpointId: id,
    };
    const sent = pageWith(
      { ...delivery, id: '2', webhookEvent: { ...event, isTest: true } },
      { ...delivery, id: '3', webhookEvent: { ...event, id: '4', isTest: false } },
    );
    renderRoute(`/acme/webhooks/${id}`, {
      answers: {
        [`GET ${path}`]: reply(WebhookEndpoint, endpoint),
        'GET /billing/v1/webhooks/deliveries': reply(WebhookDeliveryPage, sent),
      },
    });
    const marked = await screen.findAllByRole('cell', { name: 'order.paid Test' });
    expect(marked).toHaveLength(1);
    screen.getByRole('cell', { name: 'order.paid' });
  });
});
