/** A seller's own account at Stripe, which takes the seller's payments (ours: the contract knows none). */
import { z } from 'zod';
import { id, oneOrMany } from '../fields.ts';
import { PageQuery, pageOf } from '../page.ts';
import { timestamp } from '../wire.ts';

/**
 * `account` is Stripe's id of it. `isTestMode`: its keys are for tests, no money moves. `lastEventAt`: when Stripe last
 * told of something, to the minute; null: never yet. `webhookUrl`: where Stripe is to send its events. Keys that are
 * secret are never shown.
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

/** Stripe's key of an account, for a server: restricted (`rk_`) or not. */
export const SecretKey = key(/^(sk|rk)_(test|live)_\w{8,250}$/, 'Must be a key such as rk_live_…');

/** Stripe's key of an account, for pages. */
export const PublishableKey = key(/^pk_(test|live)_\w{8,250}$/, 'Must be a key such as pk_live_…');

/** What the events of a webhook are signed with. */
export const SigningSecret = key(/^whsec_[\w+/=]{8,250}$/, 'Must be a secret such as whsec_…');

/** Whether a key is one with which no money moves. */
export const isTestKey = (value: string): boolean => /^[a-z]{2}_test_/.test(value);

/** Connects an account. */
export const PaymentAccountCreate = z.object({
  organizationId: id.nullish(),
  secretKey: SecretKey,
  publishableKey: PublishableKey,
  webhookSecret: SigningSecret,
});
export type PaymentAccountCreate = z.output<typeof PaymentAccountCreate>;

/** New keys of the same account; what is left out stays. */
export const PaymentAccountUpdate = z.object({
  secretKey: SecretKey.optional(),
  publishableKey: PublishableKey.optional(),
  webhookSecret: SigningSecret.optional(),
});
export type PaymentAccountUpdate = z.output<typeof PaymentAccountUpdate>;

/** Filter and page of the list of payment accounts: one an organization at most. */
export const PaymentAccountListQuery = PageQuery.extend({ organizationId: oneOrMany(id).optional() });
export type PaymentAccountListQuery = z.output<typeof PaymentAccountListQuery>;

/** A page of payment accounts. */
export const PaymentAccountPage = pageOf(PaymentAccount);
