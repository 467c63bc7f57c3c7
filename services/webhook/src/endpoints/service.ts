import { organizationOfCreate, readableOrganizations } from '@tessera/kit/access/rules';
import { leavesAsIs } from '@tessera/kit/database/changes';
import { kitErrors, refuseField } from '@tessera/kit/errors';
import { transact } from '@tessera/kit/events/outbox';
import { pageReply } from '@tessera/proto/api/page';
import type { Caller } from '@tessera/proto/api/passport';
import type {
  WebhookEndpoint,
  WebhookEndpointCreate,
  WebhookEndpointCreated,
  WebhookEndpointListQuery,
  WebhookEndpointUpdate,
} from '@tessera/proto/api/webhook/endpoint';
import { type EntityManager, In, IsNull } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { cancelDeliveries } from '../deliveries/cancel.ts';
import { refusalOfUrl } from '../deliveries/destination.ts';
import { createSecret } from '../deliveries/signature.ts';
import type { Webhook } from '../webhook.ts';
import { type Endpoint, EndpointEntity } from './entity.ts';
import { viewEndpoint } from './view.ts';

/** Creates an endpoint. A generated secret is in this reply and never shown again. */
export const createEndpoint = async (
  webhook: Webhook,
  caller: Caller,
  wanted: WebhookEndpointCreate,
): Promise<WebhookEndpointCreated> => {
  const organizationId = await organizationOfCreate(webhook, caller, wanted.organizationId);
  requireUsableUrl(webhook, wanted.url);
  const generated = wanted.secret ? null : createSecret();
  const endpoint: Endpoint = {
    id: uuidv7(),
    createdAt: webhook.now(),
    modifiedAt: null,
    deletedAt: null,
    organizationId,
    url: wanted.url,
    format: wanted.format,
    secret: webhook.vault.encrypt(wanted.secret ?? (generated as string)),
    events: wanted.events,
    enabled: true,
    ...unfailing,
  };
  await transact(webhook.db, (em) => insertEndpoint(em, endpoint, webhook.endpointLimit));
  return { ...viewEndpoint(endpoint), secret: generated };
};

const unfailing = { givenUp: 0, failingSince: null };

/** Serializes creations per organization, so that concurrent ones cannot exceed the limit. */
const insertEndpoint = async (em: EntityManager, endpoint: Endpoint, limit: number): Promise<void> => {
  const { organizationId } = endpoint;
  await em.query(`SELECT pg_advisory_xact_lock(hashtextextended('endpoints:' || $1, 0))`, [organizationId]);
  const present = await em.countBy(EndpointEntity, { organizationId, deletedAt: IsNull() });
  if (present >= limit)
    throw kitErrors.NotPermitted(
      `An organization can have at most ${limit} webhook endpoints. Delete one that is no longer needed.`,
    );
  await em.insert(EndpointEntity, endpoint);
};

/** A page of the endpoints that a caller may read, newest first. */
export const listEndpoints = async (webhook: Webhook, caller: Caller, query: WebhookEndpointListQuery) => {
  const organizations = await readableOrganizations(webhook, caller, query.organizationId);
  const [rows, count] = await webhook.db.manager.findAndCount(EndpointEntity, {
    where: { organizationId: In(organizations), deletedAt: IsNull() },
    order: { createdAt: 'DESC', id: 'DESC' },
    skip: (query.page - 1) * query.limit,
    take: query.limit,
  });
  return pageReply(rows.map(viewEndpoint), count, query);
};

/**
 * Changes the given fields. Pending deliveries go to the new URL, signed with the new secret; pausing cancels them.
 */
export const updateEndpoint = async (
  webhook: Webhook,
  { id }: Endpoint,
  wanted: WebhookEndpointUpdate,
): Promise<WebhookEndpoint> => {
  if (wanted.url) requireUsableUrl(webhook, wanted.url);
  return transact(webhook.db, async (em) => {
    const stored = await em.findOne(EndpointEntity, {
      where: { id, deletedAt: IsNull() },
      lock: { mode: 'pessimistic_write' },
    });
    if (!stored) throw kitErrors.ResourceNotFound();
    const wishes = changesOf(webhook, stored, wanted);
    if (leavesAsIs(stored, wishes)) return viewEndpoint(stored);
    const changes = { ...wishes, modifiedAt: webhook.now() };
    await em.update(EndpointEntity, { id }, changes);
    if (wanted.enabled === false) await cancelDeliveries(em, id, webhook.now());
    return viewEndpoint({ ...stored, ...changes });
  });
};

/** Null when no key of the ring decrypts it: a new secret is how that is mended. */
const secretOf = (vault: Webhook['vault'], { secret }: Endpoint): string | null => {
  try {
    return vault.decrypt(secret);
  } catch {
    return null;
  }
};

const changesOf = (
  { vault }: Webhook,
  stored: Endpoint,
  { url, format, events, secret, enabled }: WebhookEndpointUpdate,
): Partial<Endpoint> => ({
  ...(url && { url }),
  ...(format && { format }),
  ...(events && { events }),
  // The same secret would be encrypted to another text.
  ...(secret && secret !== secretOf(vault, stored) && { secret: vault.encrypt(secret) }),
  // Failures of another URL do not count against the new one. A disabled endpoint stays disabled until it is resumed.
  ...(url && url !== stored.url && stored.enabled && unfailing),
  ...(typeof enabled === 'boolean' && { enabled, ...unfailing }),
});

/** Deletes an endpoint: its history becomes unreadable, and its pending deliveries are canceled. */
export const deleteEndpoint = (webhook: Webhook, { id }: Endpoint): Promise<void> =>
  transact(webhook.db, async (em) => {
    if (!(await removeEndpoint(em, id, webhook.now()))) throw kitErrors.ResourceNotFound();
  });

/** Deletes the endpoints of a deleted organization. */
export const deleteEndpointsOf = async (
  em: EntityManager,
  organizationId: string,
  now: Date,
): Promise<void> => {
  const rows = await em.find(EndpointEntity, {
    where: { organizationId, deletedAt: IsNull() },
    order: { id: 'ASC' },
  });
  for (const { id } of rows) await removeEndpoint(em, id, now);
};

/**
 * Updates the row first: whoever creates deliveries for it locks it, so that all of them are visible and canceled. Returns
 * whether it existed.
 */
const removeEndpoint = async (em: EntityManager, id: string, now: Date): Promise<boolean> => {
  const changes = { deletedAt: now, secret: '' };
  const { affected } = await em.update(EndpointEntity, { id, deletedAt: IsNull() }, changes);
  await cancelDeliveries(em, id, now);
  return affected !== 0;
};

/** An endpoint that is not deleted, or null. */
export const findEndpoint = (em: EntityManager, { id }: { id: string }): Promise<Endpoint | null> =>
  em.findOneBy(EndpointEntity, { id, deletedAt: IsNull() });

const requireUsableUrl = (webhook: Webhook, url: string): void => {
  const refusal = refusalOfUrl(url, webhook.destinations);
  if (refusal) throw refuseField(['body', 'url'], refusal);
};
