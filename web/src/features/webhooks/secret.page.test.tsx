import { WebhookDeliveryPage } from '@tessera/proto/api/webhook/delivery';
import { WebhookEndpoint } from '@tessera/proto/api/webhook/endpoint';
import { screen } from '@testing-library/react';
import { speak } from '../../test/language.ts';
import { acme } from '../../test/people.ts';
import { renderRoute } from '../../test/render-route.tsx';
import { nothing } from '../../test/sales.ts';
import { reply } from '../../test/server.ts';

const id = 'b1d6a0b4-6a4c-4a4e-8a3e-0f6d6a1c2b3d';
const endpoint = {
  id,
  createdAt: new Date('2026-01-01T10:00:00.000Z'),
  modifiedAt: null,
  url: 'https://example.com/hooks',
  format: 'raw' as const,
  events: ['order.paid' as const],
  enabled: true,
  isFailing: false,
  organizationId: acme.id,
};

describe('the new secret of an endpoint in German', () => {
  beforeEach(() => speak('de-DE'));
  afterEach(() => speak('en-US'));

  it.each([
    ['kurz', /^Dieses Geheimnis ist kurz\. Nehmen Sie mindestens 24/],
    ['-'.repeat(40), /^Dieses Geheimnis ist kein Base64/],
  ])('is called poor in words that its reader knows: %s', async (secret, said) => {
    const { user } = renderRoute(`/acme/webhooks/${id}`, {
      answers: {
        [`GET /billing/v1/webhooks/endpoints/${id}`]: reply(WebhookEndpoint, endpoint),
        'GET /billing/v1/webhooks/deliveries': reply(WebhookDeliveryPage, nothing),
      },
    });
    await user.type(await screen.findByRole('textbox', { name: 'Neues Signaturgeheimnis' }), secret);
    await screen.findByText(said);
  });
});
