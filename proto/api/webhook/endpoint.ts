/** Webhook endpoints of sellers (contracts/billing.md, section 5). */
import { z } from 'zod';
import { WebhookEventType } from '../billing/enums.ts';
import { id, oneOrMany, text, webUrl } from '../fields.ts';
import { PageQuery, pageOf } from '../page.ts';
import { timestamp } from '../wire.ts';

/** Format of messages: the contract's JSON, or that of a chat's incoming webhook. */
export const WebhookFormat = z.enum(['raw', 'discord', 'slack']);
export type WebhookFormat = z.infer<typeof WebhookFormat>;

/**
 * An endpoint. The secret is never returned. Without `enabled` nothing is sent; `isFailing`: it was disabled because
 * deliveries failed for long, or it answered 410 Gone.
 */
export const WebhookEndpoint = z.object({
  id: z.string(),
  createdAt: timestamp,
  modifiedAt: timestamp.nullable(),
  url: z.string(),
  format: WebhookFormat,
  events: z.array(WebhookEventType),
  enabled: z.boolean(),
  isFailing: z.boolean(),
  organizationId: z.string(),
});
export type WebhookEndpoint = z.infer<typeof WebhookEndpoint>;

/** The reply to a creation: `secret` is the generated secret, returned only here; null if the caller passed one. */
export const WebhookEndpointCreated = WebhookEndpoint.extend({ secret: z.string().nullable() });
export type WebhookEndpointCreated = z.infer<typeof WebhookEndpointCreated>;

/**
 * Whether a secret has no key: after `whsec_` it is base64, whose first byte takes two characters. Padding does not
 * count.
 */
const isKeyless = (secret: string): boolean => {
  const isPrefixed = secret.startsWith('whsec_');
  const key = secret.slice(isPrefixed ? 6 : 0).replace(/=+$/, '');
  return key.length < (isPrefixed ? 2 : 1);
};

/** The signing key; its UTF-8 bytes are used. Surrounding spaces are rejected, as a copying mistake. */
const secret = z
  .string()
  .min(1)
  .max(500)
  .regex(/^\P{C}+$/u, 'Only printable characters')
  .refine((text) => text === text.trim(), 'There must be no space before or after the secret')
  .refine((text) => !isKeyless(text), 'A key must follow whsec_');

/**
 * Why an accepted secret is weak, as a text for the user; null if it is not. Standard Webhooks verifiers require at
 * least 24 bytes, as base64 after `whsec_`.
 */
export const weaknessOfSecret = (text: string): string | null => {
  const key = text.startsWith('whsec_') ? text.slice(6) : text;
  if (key.length < 32) return 'This secret is short. Use at least 24 random bytes, as base64 after whsec_.';
  if (/^[A-Za-z0-9+/]+={0,2}$/.test(key)) return null;
  return 'This secret is not base64. Receivers that use the Standard Webhooks libraries cannot use it.';
};

/** Duplicates are removed; order is irrelevant. Empty: the endpoint receives nothing yet. */
const events = z
  .array(WebhookEventType)
  .max(100)
  .transform((list) => [...new Set(list)]);

/**
 * A new endpoint. The webhook service's options decide whether plain http and private addresses are allowed. Default
 * of `secret`: generated. `organizationId` is omitted with access tokens.
 */
export const WebhookEndpointCreate = z.object({
  url: webUrl,
  format: WebhookFormat.default('raw'),
  secret: secret.nullish(),
  events,
  organizationId: id.nullish(),
});
export type WebhookEndpointCreate = z.output<typeof WebhookEndpointCreate>;

/** Changes to an endpoint. Absent or null: unchanged. */
export const WebhookEndpointUpdate = z.object({
  url: webUrl.nullish(),
  format: WebhookFormat.nullish(),
  secret: secret.nullish(),
  events: events.nullish(),
  enabled: z.boolean().nullish(),
});
export type WebhookEndpointUpdate = z.output<typeof WebhookEndpointUpdate>;

/** Filter and page of the list of endpoints. */
export const WebhookEndpointListQuery = PageQuery.extend({
  organizationId: oneOrMany(id).optional(),
});
export type WebhookEndpointListQuery = z.output<typeof WebhookEndpointListQuery>;

/** A page of endpoints. */
export const WebhookEndpointPage = pageOf(WebhookEndpoint);

/** The type of a test event, one that the endpoint receives. Addition to the contract. */
export const WebhookTest = z.object({ type: WebhookEventType });
export type WebhookTest = z.output<typeof WebhookTest>;

/** The reply to a test: `id` is that of the event, by which its delivery is listed. Addition to the contract. */
export const WebhookTestSent = z.object({ id: z.string() });
export type WebhookTestSent = z.infer<typeof WebhookTestSent>;

/** The envelope of every message: the event's type and the whole object as in the API. */
export const WebhookEnvelope = z.object({
  type: text,
  data: z.record(z.string(), z.unknown()),
});
export type WebhookEnvelope = z.infer<typeof WebhookEnvelope>;
