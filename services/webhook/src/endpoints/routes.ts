import { manageable, readable } from '@tessera/kit/access/rules';
import { endpointFor } from '@tessera/kit/http/endpoint';
import { needsScope, requireInPerson } from '@tessera/kit/http/passport';
import { Router } from '@tessera/kit/http/router';
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
import { createEndpoint, deleteEndpoint, findEndpoint, listEndpoints, updateEndpoint } from './service.ts';
import { viewEndpoint } from './view.ts';

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
          inPerson: true,
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
        {
          params: IdPath,
          row: readable(webhook, findEndpoint),
          reply: WebhookEndpoint,
          summary: 'Get a webhook endpoint',
        },
        ({ row }) => viewEndpoint(row),
      ),
    )
    .patch(
      '/webhooks/endpoints/:id',
      needsWrite,
      endpoint(
        {
          params: IdPath,
          row: manageable(webhook, findEndpoint),
          body: WebhookEndpointUpdate,
          reply: WebhookEndpoint,
          summary: 'Update a webhook endpoint',
        },
        ({ row, body, caller }) => {
          if (body.url !== undefined || body.secret !== undefined) requireInPerson(caller);
          return updateEndpoint(webhook, row, body);
        },
      ),
    )
    .delete(
      '/webhooks/endpoints/:id',
      needsWrite,
      endpoint(
        { params: IdPath, row: manageable(webhook, findEndpoint), summary: 'Delete a webhook endpoint' },
        ({ row }) => deleteEndpoint(webhook, row),
      ),
    );
