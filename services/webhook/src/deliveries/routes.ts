import { endpointFor } from '@tessera/kit/http/endpoint';
import { needsScope } from '@tessera/kit/http/passport';
import { Router } from '@tessera/kit/http/router';
import { billingDialect } from '@tessera/proto/api/error';
import { WebhookDeliveryListQuery, WebhookDeliveryPage } from '@tessera/proto/api/webhook/delivery';
import type { Webhook } from '../webhook.ts';
import { sendDeliveries } from './list.ts';

const endpoint = endpointFor(billingDialect);

export const deliveryRoutes = (webhook: Webhook): Router =>
  Router().get(
    '/webhooks/deliveries',
    needsScope('webhooks:read', 'webhooks:write'),
    endpoint(
      { query: WebhookDeliveryListQuery, sent: WebhookDeliveryPage, summary: 'List webhook deliveries' },
      (call) => sendDeliveries(webhook, call),
    ),
  );
