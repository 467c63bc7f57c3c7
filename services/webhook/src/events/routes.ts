import { manageable } from '@tessera/kit/access/rules';
import { endpointFor } from '@tessera/kit/http/endpoint';
import { needsScope } from '@tessera/kit/http/passport';
import { Router } from '@tessera/kit/http/router';
import { billingDialect } from '@tessera/proto/api/error';
import { IdPath } from '@tessera/proto/api/fields';
import { WebhookTest, WebhookTestSent } from '@tessera/proto/api/webhook/endpoint';
import { z } from 'zod';
import { findEndpoint } from '../endpoints/service.ts';
import type { Webhook } from '../webhook.ts';
import { findEvent, redeliverEvent } from './redeliver.ts';
import { sendTestEvent } from './test-event.ts';

const endpoint = endpointFor(billingDialect);
const needsWrite = needsScope('webhooks:write');

export const eventRoutes = (webhook: Webhook): Router =>
  Router()
    .post(
      '/webhooks/events/:id/redeliver',
      needsWrite,
      endpoint(
        {
          params: IdPath,
          row: manageable(webhook, findEvent),
          reply: z.null(),
          status: 202,
          summary: 'Redeliver a webhook event',
        },
        ({ row }) => redeliverEvent(webhook, row),
      ),
    )
    .post(
      '/webhooks/endpoints/:id/test',
      needsWrite,
      endpoint(
        {
          params: IdPath,
          row: manageable(webhook, findEndpoint),
          body: WebhookTest,
          reply: WebhookTestSent,
          status: 202,
          summary: 'Send a test event to a webhook endpoint',
        },
        ({ row, body }) => sendTestEvent(webhook, row, body),
      ),
    );
