import { manageable } from '@tessera/kit/access/rules';
import { endpointFor } from '@tessera/kit/http/endpoint';
import { needsScope } from '@tessera/kit/http/passport';
import { Router } from '@tessera/kit/http/router';
import { billingDialect } from '@tessera/proto/api/error';
import { IdPath } from '@tessera/proto/api/fields';
import { z } from 'zod';
import type { Webhook } from '../webhook.ts';
import { findEvent, redeliverEvent } from './redeliver.ts';

const endpoint = endpointFor(billingDialect);

export const eventRoutes = (webhook: Webhook): Router =>
  Router().post(
    '/webhooks/events/:id/redeliver',
    needsScope('webhooks:write'),
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
  );
