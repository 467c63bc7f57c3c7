/** The HTTP API of the webhook service: the routes of every folder, and the background work behind them. */
import { consumeMemberships, MembershipEntity } from '@tessera/kit/access/memberships';
import type { Stoppable } from '@tessera/kit/background/stoppable';
import { createApp, createOperationsApp } from '@tessera/kit/http/app';
import { describeApi, descriptionRoutes } from '@tessera/kit/http/openapi';
import type { PassportReader } from '@tessera/kit/http/passport';
import { Router } from '@tessera/kit/http/router';
import type { Metrics } from '@tessera/kit/observability/metrics';
import { billingDialect } from '@tessera/proto/api/error';
import type { Express } from 'express';
import { deliveryRoutes } from './deliveries/routes.ts';
import { EndpointEntity } from './endpoints/entity.ts';
import { endpointRoutes } from './endpoints/routes.ts';
import { consumeEvents, consumeOrganizations } from './events/consumers.ts';
import { eventRoutes } from './events/routes.ts';
import type { Webhook } from './webhook.ts';

const base = '/api/billing/v1';

export const entities = [EndpointEntity, MembershipEntity];

export type AppOptions = { metrics: Metrics; passports: PassportReader; checkReplies: boolean };

/** All routes of the API. */
export const routes = (webhook: Webhook): Router =>
  Router().use(endpointRoutes(webhook)).use(eventRoutes(webhook)).use(deliveryRoutes(webhook));

const checksOf = ({ db, bus, log }: Webhook) => ({
  log,
  checks: { database: () => db.query('SELECT 1') },
  dispensable: { bus: () => bus.check() },
});

/** The app of a worker process: health and metrics only. */
export const createWorkerApp = (webhook: Webhook, { metrics }: Pick<AppOptions, 'metrics'>): Express =>
  createOperationsApp({ ...checksOf(webhook), metrics });

/** The app that `main.ts` and tests serve. */
export const createWebhookApp = (webhook: Webhook, options: AppOptions): Express => {
  const api = routes(webhook);
  return createApp({
    ...options,
    ...checksOf(webhook),
    mounts: [{ path: base, dialect: billingDialect, routes: api }],
    internal: descriptionRoutes(() => describeApi(base, api)),
  });
};

/** Starts the consumers of other services' events. */
export const startConsumers = (webhook: Webhook): Promise<Stoppable[]> =>
  Promise.all([consumeMemberships(webhook), consumeOrganizations(webhook), consumeEvents(webhook)]);
