/** The HTTP API of webhook: every slice's routes under one API, and the parts that work behind them. */
import type { Stoppable } from '@tessera/kit/bus';
import { createApp } from '@tessera/kit/http';
import { consumeMemberships, MembershipEntity } from '@tessera/kit/memberships';
import type { Metrics } from '@tessera/kit/metrics';
import { describeApi } from '@tessera/kit/openapi';
import type { PassportReader } from '@tessera/kit/passport';
import { Router } from '@tessera/kit/router';
import { billingDialect } from '@tessera/proto/api/error';
import type { Express } from 'express';
import { deliveryRoutes } from './deliveries/routes.ts';
import { endpointEntity } from './endpoints/entity.ts';
import { endpointRoutes } from './endpoints/routes.ts';
import { consumeEvents, consumeOrganizations } from './events/consumers.ts';
import { eventRoutes } from './events/routes.ts';
import type { Webhook } from './webhook.ts';

const base = '/api/billing/v1';

export const entities = [endpointEntity, MembershipEntity];

export type AppOptions = { metrics: Metrics; passports: PassportReader; checkReplies: boolean };

/** All routes of the API. */
export const routes = (webhook: Webhook): Router =>
  Router().use(endpointRoutes(webhook)).use(eventRoutes(webhook)).use(deliveryRoutes(webhook));

/** The app that main and tests serve. */
export const createWebhookApp = (webhook: Webhook, options: AppOptions): Express => {
  const api = routes(webhook);
  return createApp({
    ...options,
    log: webhook.log,
    mounts: [{ path: base, dialect: billingDialect, routes: api }],
    internal: describingRoutes(api),
    checks: { database: () => webhook.db.query('SELECT 1') },
    dispensable: { bus: () => webhook.bus.check() },
  });
};

const describingRoutes = (api: Router): Router =>
  Router().get(
    '/openapi.json',
    (_req, res) =>
      void res.json({
        openapi: '3.1.0',
        info: { title: 'Tessera webhooks', version: '1' },
        ...describeApi(base, api),
      }),
  );

/** Starts the consumers of other services' events. */
export const startConsumers = (webhook: Webhook): Promise<Stoppable[]> =>
  Promise.all([consumeMemberships(webhook), consumeOrganizations(webhook), consumeEvents(webhook)]);
