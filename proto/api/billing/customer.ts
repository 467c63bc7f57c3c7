/** Customers, and their state: what they currently have (contracts/billing.md, section 3). */
import { z } from 'zod';
import { asciiAddress } from '../email-address.ts';
import { emailAddress, flag, id, oneOrMany, optionalText, sortingOf, text } from '../fields.ts';
import { PageQuery, pageOf } from '../page.ts';
import { timestamp } from '../wire.ts';
import { Address, AddressInput } from './address.ts';
import { BenefitType, SubscriptionRecurringInterval } from './enums.ts';
import { BenefitGrantProperties } from './grant-properties.ts';
import { CustomFieldData, MetadataIn, MetadataOut, MetadataQuery } from './metadata.ts';
import { CustomerSortProperty } from './sorts.ts';
import { TaxId, TaxIdFormat } from './tax-id.ts';
import { ReachedAlert } from './usage-alert.ts';

/** The address of an anonymized customer: `.invalid` is reserved and never resolves. */
export const erasedAddress = (customerId: string): string => `erased-${customerId}@erased.invalid`;
export const isErasedAddress = (email: string): boolean => email.endsWith('@erased.invalid');

/** A customer. `externalId` is the seller's id for them; `avatarUrl` is derived from the e-mail address. */
export const Customer = z.object({
  id: z.string(),
  createdAt: timestamp,
  modifiedAt: timestamp.nullable(),
  metadata: MetadataOut,
  externalId: z.string().nullable(),
  email: z.string(),
  emailVerified: z.boolean(),
  name: z.string().nullable(),
  billingAddress: Address.nullable(),
  taxId: z.tuple([z.string(), TaxIdFormat]).nullable(),
  organizationId: z.string(),
  deletedAt: timestamp.nullable(),
  avatarUrl: z.string(),
});
export type Customer = z.infer<typeof Customer>;

const meterFacts = {
  id: z.string(),
  createdAt: timestamp,
  modifiedAt: timestamp.nullable(),
  meterId: z.string(),
  consumedUnits: z.number(),
  creditedUnits: z.int(),
};

/** A subscription's consumption of a meter in the current period; `amount` in minor units. */
export const CustomerStateSubscriptionMeter = z.object({ ...meterFacts, amount: z.int() });
export type CustomerStateSubscriptionMeter = z.infer<typeof CustomerStateSubscriptionMeter>;

/** An active subscription; a trial counts as active. `amount` in minor units per period. */
export const CustomerStateSubscription = z.object({
  id: z.string(),
  createdAt: timestamp,
  modifiedAt: timestamp.nullable(),
  customFieldData: CustomFieldData,
  metadata: MetadataOut,
  status: z.literal('active'),
  amount: z.int(),
  currency: z.string(),
  recurringInterval: SubscriptionRecurringInterval,
  currentPeriodStart: timestamp,
  currentPeriodEnd: timestamp.nullable(),
  cancelAtPeriodEnd: z.boolean(),
  canceledAt: timestamp.nullable(),
  startedAt: timestamp.nullable(),
  endsAt: timestamp.nullable(),
  productId: z.string(),
  discountId: z.string().nullable(),
  meters: z.array(CustomerStateSubscriptionMeter),
});
export type CustomerStateSubscription = z.infer<typeof CustomerStateSubscription>;

/** A benefit that the customer currently has. */
export const CustomerStateBenefitGrant = z.object({
  id: z.string(),
  createdAt: timestamp,
  modifiedAt: timestamp.nullable(),
  grantedAt: timestamp,
  benefitId: z.string(),
  benefitType: BenefitType,
  benefitMetadata: MetadataOut,
  properties: BenefitGrantProperties,
});
export type CustomerStateBenefitGrant = z.infer<typeof CustomerStateBenefitGrant>;

/**
 * A customer's meter: `balance` is credited minus consumed units. Additions to the contract: `alerts`, the thresholds
 * reached in the open period; `isStopped`: one of them is a hard stop.
 */
export const CustomerStateMeter = z.object({
  ...meterFacts,
  balance: z.number(),
  isStopped: z.boolean(),
  alerts: z.array(ReachedAlert),
});
export type CustomerStateMeter = z.infer<typeof CustomerStateMeter>;

/** A customer with everything they currently have. */
export const CustomerState = Customer.extend({
  activeSubscriptions: z.array(CustomerStateSubscription),
  grantedBenefits: z.array(CustomerStateBenefitGrant),
  activeMeters: z.array(CustomerStateMeter),
});
export type CustomerState = z.infer<typeof CustomerState>;

const externalId = text.min(1).max(500);
/** Stored as spelt; empty: none. */
const optionalExternalId = text
  .max(500)
  .transform((value) => value || null)
  .nullish();
/**
 * `taxNumber` (addition to the contract) replaces `taxId`: a number that is parsed and validated by the country of
 * the address.
 */
const details = {
  name: optionalText(500),
  billingAddress: AddressInput.nullish(),
  taxId: TaxId.nullish(),
  taxNumber: text.max(100).nullish(),
};

/** A new customer. `organizationId` is omitted with access tokens. */
export const CustomerCreate = z.object({
  metadata: MetadataIn.optional(),
  externalId: optionalExternalId,
  email: emailAddress,
  ...details,
  organizationId: id.nullish(),
});
export type CustomerCreate = z.output<typeof CustomerCreate>;

/** Changes to a customer, found by external id. Absent: unchanged; null: cleared (an e-mail address stays). */
export const CustomerUpdateExternalId = z.object({
  metadata: MetadataIn.optional(),
  email: emailAddress.nullish(),
  ...details,
});
export type CustomerUpdateExternalId = z.output<typeof CustomerUpdateExternalId>;

/** Changes to a customer. `externalId` can be set only once. */
export const CustomerUpdate = CustomerUpdateExternalId.extend({ externalId: optionalExternalId });
export type CustomerUpdate = z.output<typeof CustomerUpdate>;

/** How to delete a customer. `anonymize` (in later versions of the API): personal data is erased too. */
export const CustomerDeleteQuery = z.object({ anonymize: flag.optional() });
export type CustomerDeleteQuery = z.output<typeof CustomerDeleteQuery>;

/** Filters of the list of customers. */
export const CustomerExportQuery = z.object({
  organizationId: oneOrMany(id).optional(),
  email: text.max(254).overwrite(asciiAddress).optional(),
  query: text.max(500).optional(),
  metadata: MetadataQuery.optional(),
});
export type CustomerExportQuery = z.output<typeof CustomerExportQuery>;

/**
 * Filters, order and page of the list of customers. `email` matches exactly, ignoring case; `query` searches e-mail
 * address and name.
 */
export const CustomerListQuery = PageQuery.extend({
  ...CustomerExportQuery.shape,
  sorting: sortingOf(CustomerSortProperty, '-created_at'),
});
export type CustomerListQuery = z.output<typeof CustomerListQuery>;

/** A page of customers. */
export const CustomerPage = pageOf(Customer);

/** The path of a customer by external id, which may contain any character. */
export const ExternalIdPath = z.object({ externalId });
export type ExternalIdPath = z.output<typeof ExternalIdPath>;
