/** Grants: a customer has a benefit, had it, or could not be granted it (contracts/billing.md, section 6). */
import { z } from 'zod';
import { id } from '../fields.ts';
import { pageOf } from '../page.ts';
import { timestamp } from '../wire.ts';
import { Benefit } from './benefit.ts';
import { Customer } from './customer.ts';
import { BenefitGrantProperties } from './grant-properties.ts';

/** Why a grant failed; `timestamp` is ISO 8601 text. */
export const BenefitGrantError = z.object({ message: z.string(), type: z.string(), timestamp: z.string() });
export type BenefitGrantError = z.infer<typeof BenefitGrantError>;

/** A grant, through a subscription or an order. */
export const BenefitGrant = z.object({
  id: z.string(),
  createdAt: timestamp,
  modifiedAt: timestamp.nullable(),
  grantedAt: timestamp.nullable(),
  isGranted: z.boolean(),
  revokedAt: timestamp.nullable(),
  isRevoked: z.boolean(),
  subscriptionId: z.string().nullable(),
  orderId: z.string().nullable(),
  customerId: z.string(),
  benefitId: z.string(),
  error: BenefitGrantError.nullable(),
  customer: Customer,
  properties: BenefitGrantProperties,
});
export type BenefitGrant = z.infer<typeof BenefitGrant>;

/** The grant in webhooks: with its benefit and the properties before the change. */
export const BenefitGrantWebhook = BenefitGrant.extend({
  benefit: Benefit,
  previousProperties: BenefitGrantProperties.nullable(),
});
export type BenefitGrantWebhook = z.infer<typeof BenefitGrantWebhook>;

/** The path of a grant. */
export const BenefitGrantPath = z.object({ id, grantId: id });

/** A page of grants. */
export const BenefitGrantPage = pageOf(BenefitGrant);
