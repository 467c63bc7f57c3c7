import { WebhookDeliveryPage } from '@tessera/proto/api/webhook/delivery';
import { WebhookEndpoint } from '@tessera/proto/api/webhook/endpoint';
import { screen } from '@testing-library/react';
import { speak } from '../../test/language.ts';
import { renderRoute } from '../../test/render-route.tsx';
import { nothing } from '../../test/sales.ts';
import { reply } from '../../test/server.ts';
import { endpoint } from '../../test/webhook-endpoint.ts';

const { id } = endpoint;

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

  it('can be copied, by a button that writes German', async () => {
    const { user } = renderRoute(`/acme/webhooks/${id}`, {
      answers: {
        [`GET /billing/v1/webhooks/endpoints/${id}`]: reply(WebhookEndpoint, endpoint),
        'GET /billing/v1/webhooks/deliveries': reply(WebhookDeliveryPage, nothing),
      },
    });
    const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Neues Signaturgeheimnis' });
    await user.click(screen.getByRole('button', { name: 'Geheimnis erzeugen' }));
    await user.click(await screen.findByRole('button', { name: 'Signaturgeheimnis kopieren' }));
    expect(await navigator.clipboard.readText()).toBe(field.value);
  });
});
