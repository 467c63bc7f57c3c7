/** Webhook endpoints: where a seller wants to be told what happened (contracts/billing.md, section 5). */
import { z } from 'zod';
import { WebhookEventType } from '../billing/enums.ts';
import { id, oneOrMany, text, webUrl } from '../fields.ts';
import { PageQuery, pageOf } from '../page.ts';
import { timestamp } from '../wire.ts';

/** How a message is written: as the contract's JSON, or for a chat's incoming webhook. */
export const WebhookFormat = z.enum(['raw', 'discord', 'slack']);
export type WebhookFormat = z.infer<typeof WebhookFormat>;

/**
 * An endpoint. The secret is never read back. One that is not `enabled` is told nothing; `isFailing`: because it took nothing for
 * long, or answered that it is gone (410).
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

/** The answer to a creation: `secret` is the generated one, shown this once; null when the caller gave one. */
export const WebhookEndpointCreated = WebhookEndpoint.extend({ secret: z.string().nullable() });
export type WebhookEndpointCreated = z.infer<typeof WebhookEndpointCreated>;

/** After `whsec_` comes the key as base64; its first byte takes two characters. Padding alone is no key either. */
const isKeyless = (secret: string): boolean => {
  const isPrefixed = secret.startsWith('whsec_');
  const key = secret.slice(isPrefixed ? 6 : 0).replace(/=+$/, '');
  return key.length < (isPrefixed ? 2 : 1);
};

/** Signatures are keyed with its bytes in UTF-8. Space at an end is what was copied with it by mistake. */
const secret = z
  .string()
  .min(1)
  .max(500)
  .regex(/^\P{C}+$/u, 'Only printable characters')
  .refine((text) => text === text.trim(), 'There must be no space before or after the secret')
  .refine((text) => !isKeyless(text), 'A key must follow whsec_');

/**
 * Why a secret that is taken is a poor one, in words for whoever chooses it; null for a good one. Verifiers by Standard
 * Webhooks want 24 bytes at least, as base64 after `whsec_`.
 */
export const weaknessOfSecret = (text: string): string | null => {
  const key = text.startsWith('whsec_') ? text.slice(6) : text;
  if (key.length < 32) return 'This secret is short. Use at least 24 random bytes, as base64 after whsec_.';
  if (/^[A-Za-z0-9+/]+={0,2}$/.test(key)) return null;
  return 'This secret is not base64. Receivers that use the Standard Webhooks libraries cannot use it.';
};

/** No event twice; the order does not matter. None at all: an endpoint that is told of nothing yet. */
const events = z
  .array(WebhookEventType)
  .max(100)
  .transform((list) => [...new Set(list)]);

/**
 * A new endpoint. Whether plain http and addresses of one's own network are allowed is the service's setting.
 * Without a secret one is generated. `organizationId` is left out by access tokens.
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

/** Every message's envelope: the event's type and the full object, as the API answers it. */
export const WebhookEnvelope = z.object({
  type: text,
  data: z.record(z.string(), z.unknown()),
});
export type WebhookEnvelope = z.infer<typeof WebhookEnvelope>;
