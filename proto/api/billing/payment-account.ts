/** A seller's own Stripe account, which receives the seller's payments. Addition to the contract. */
import { z } from 'zod';
import { id, oneOrMany } from '../fields.ts';
import { PageQuery, pageOf } from '../page.ts';
import { timestamp } from '../wire.ts';

/**
 * `account`: Stripe's account id. `isTestMode`: the keys are test keys, no money moves. `lastEventAt`: time of the
 * last event from Stripe, to the minute; null: none yet. `webhookUrl`: where Stripe must send its events. Secret keys
 * are never returned.
 */
export const PaymentAccount = z.object({
  createdAt: timestamp,
  modifiedAt: timestamp.nullable(),
  id: z.string(),
  organizationId: z.string(),
  processor: z.literal('stripe'),
  account: z.string(),
  name: z.string().nullable(),
  country: z.string().nullable(),
  publishableKey: z.string(),
  isTestMode: z.boolean(),
  lastEventAt: timestamp.nullable(),
  webhookUrl: z.string(),
});
export type PaymentAccount = z.infer<typeof PaymentAccount>;

const key = (pattern: RegExp, message: string) => z.string().trim().regex(pattern, message);

/** Secret key of a Stripe account, unrestricted or restricted (`rk_`). */
export const SecretKey = key(/^(sk|rk)_(test|live)_\w{8,250}$/, 'Must be a key such as rk_live_…');

/** Publishable key of a Stripe account. */
export const PublishableKey = key(/^pk_(test|live)_\w{8,250}$/, 'Must be a key such as pk_live_…');

/** Signing secret of a Stripe webhook. */
export const SigningSecret = key(/^whsec_[\w+/=]{8,250}$/, 'Must be a secret such as whsec_…');

/** Whether a key is a test key, with which no money moves. */
export const isTestKey = (value: string): boolean => /^[a-z]{2}_test_/.test(value);

/** Connects an account. */
export const PaymentAccountCreate = z.object({
  organizationId: id.nullish(),
  secretKey: SecretKey,
  publishableKey: PublishableKey,
  webhookSecret: SigningSecret,
});
export type PaymentAccountCreate = z.output<typeof PaymentAccountCreate>;

/** New keys of the same account; omitted ones are unchanged. */
export const PaymentAccountUpdate = z.object({
  secretKey: SecretKey.optional(),
  publishableKey: PublishableKey.optional(),
  webhookSecret: SigningSecret.optional(),
});
export type PaymentAccountUpdate = z.output<typeof PaymentAccountUpdate>;

/** Filter and page of the list of payment accounts; an organization has at most one. */
export const PaymentAccountListQuery = PageQuery.extend({ organizationId: oneOrMany(id).optional() });
export type PaymentAccountListQuery = z.output<typeof PaymentAccountListQuery>;

/** A page of payment accounts. */
export const PaymentAccountPage = pageOf(PaymentAccount);
