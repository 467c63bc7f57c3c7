import { endpointFor } from '@tessera/kit/endpoint';
import { needsScope } from '@tessera/kit/passport';
import { Router } from '@tessera/kit/router';
import { billingDialect } from '@tessera/proto/api/error';
import { IdPath } from '@tessera/proto/api/fields';
import {
  WebhookEndpoint,
  WebhookEndpointCreate,
  WebhookEndpointCreated,
  WebhookEndpointListQuery,
  WebhookEndpointPage,
  WebhookEndpointUpdate,
} from '@tessera/proto/api/webhook/endpoint';
import type { Webhook } from '../webhook.ts';
import { createEndpoint, deleteEndpoint, getEndpoint, listEndpoints, updateEndpoint } from './service.ts';

const endpoint = endpointFor(billingDialect);
const needsRead = needsScope('webhooks:read', 'webhooks:write');
const needsWrite = needsScope('webhooks:write');

export const endpointRoutes = (webhook: Webhook): Router =>
  Router()
    .get(
      '/webhooks/endpoints',
      needsRead,
      endpoint(
        { query: WebhookEndpointListQuery, reply: WebhookEndpointPage, summary: 'List webhook endpoints' },
        ({ query, caller }) => listEndpoints(webhook, caller, query),
      ),
    )
    .post(
      '/webhooks/endpoints',
      needsWrite,
      endpoint(
        {
          body: WebhookEndpointCreate,
          reply: WebhookEndpointCreated,
          status: 201,
          summary: 'Create a webhook endpoint',
        },
        ({ body, caller }) => createEndpoint(webhook, caller, body),
      ),
    )
    .get(
      '/webhooks/endpoints/:id',
      needsRead,
      endpoint(
        { params: IdPath, reply: WebhookEndpoint, summary: 'Get a webhook endpoint' },
        ({ params, caller }) => getEndpoint(webhook, caller, params.id),
      ),
    )
    .patch(
      '/webhooks/endpoints/:id',
      needsWrite,
      endpoint(
        {
          params: IdPath,
          body: WebhookEndpointUpdate,
          reply: WebhookEndpoint,
          summary: 'Update a webhook endpoint',
        },
        ({ params, body, caller }) => updateEndpoint(webhook, caller, { ...body, id: params.id }),
      ),
    )
    .delete(
      '/webhooks/endpoints/:id',
      needsWrite,
      endpoint({ params: IdPath, summary: 'Delete a webhook endpoint' }, ({ params, caller }) =>
        deleteEndpoint(webhook, caller, params.id),
      ),
    );
