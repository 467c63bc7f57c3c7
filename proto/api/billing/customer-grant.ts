/** Benefit grants as customers see them (contracts/billing.md, section 3: customer-portal). */
import { z } from 'zod';
import { flag, id, oneOrMany, sortingOf, text } from '../fields.ts';
import { PageQuery, pageOf } from '../page.ts';
import { timestamp } from '../wire.ts';
import { BenefitGrantError } from './benefit-grant.ts';
import {
  BenefitCustomProperties,
  BenefitLicenseKeysProperties,
  BenefitMeterCreditProperties,
} from './benefit-properties.ts';
import { CustomerPortalCustomer } from './customer-portal.ts';
import { BenefitType } from './enums.ts';
import { BenefitGrantProperties } from './grant-properties.ts';
import { MetadataOut } from './metadata.ts';
import { Organization } from './organization.ts';

const benefitOf = <Type extends string, Properties extends z.ZodType>(type: Type, properties: Properties) =>
  z.object({
    id: z.string(),
    createdAt: timestamp,
    modifiedAt: timestamp.nullable(),
    type: z.literal(type),
    description: z.string(),
    selectable: z.boolean(),
    deletable: z.boolean(),
    organizationId: z.string(),
    metadata: MetadataOut,
    organization: Organization,
    properties,
  });

/**
 * A benefit as customers who have it see it: without the seller's secrets, and with files that are handed out only.
 */
export const BenefitSubscriber = z.discriminatedUnion('type', [
  benefitOf('custom', BenefitCustomProperties),
  benefitOf('discord', z.object({ guildId: z.string() })),
  // `repositoryUrl` is ours: where the repository is, on GitHub or GitHub Enterprise.
  benefitOf(
    'github_repository',
    z.object({ repositoryOwner: z.string(), repositoryName: z.string(), repositoryUrl: z.string() }),
  ),
  benefitOf('downloadables', z.object({ activeFiles: z.array(z.string()) })),
  benefitOf('license_keys', BenefitLicenseKeysProperties),
  benefitOf('meter_credit', BenefitMeterCreditProperties),
]);
export type BenefitSubscriber = z.infer<typeof BenefitSubscriber>;

/** A grant. `error` (in later versions of the API): why it could not be granted yet, and what to do. */
export const CustomerBenefitGrant = z.object({
  id: z.string(),
  createdAt: timestamp,
  modifiedAt: timestamp.nullable(),
  grantedAt: timestamp.nullable(),
  revokedAt: timestamp.nullable(),
  customerId: z.string(),
  benefitId: z.string(),
  subscriptionId: z.string().nullable(),
  orderId: z.string().nullable(),
  isGranted: z.boolean(),
  isRevoked: z.boolean(),
  error: BenefitGrantError.nullable(),
  customer: CustomerPortalCustomer,
  benefit: BenefitSubscriber,
  properties: BenefitGrantProperties,
});
export type CustomerBenefitGrant = z.infer<typeof CustomerBenefitGrant>;
export const CustomerBenefitGrantPage = pageOf(CustomerBenefitGrant);

const CustomerBenefitGrantSortProperty = z.enum([
  'granted_at',
  '-granted_at',
  'type',
  '-type',
  'organization',
  '-organization',
]);

/** Filters, order and page of a customer's grants. */
export const CustomerBenefitGrantListQuery = PageQuery.extend({
  type: oneOrMany(BenefitType).optional(),
  benefitId: oneOrMany(id).optional(),
  organizationId: oneOrMany(id).optional(),
  checkoutId: oneOrMany(id).optional(),
  orderId: oneOrMany(id).optional(),
  subscriptionId: oneOrMany(id).optional(),
  /**
   * Addition to the contract: only the latest grant of a benefit that came with several purchases. License keys stay
   * separate.
   */
  onePerBenefit: flag.optional(),
  sorting: sortingOf(CustomerBenefitGrantSortProperty, '-granted_at'),
});
export type CustomerBenefitGrantListQuery = z.output<typeof CustomerBenefitGrantListQuery>;

const account = z.object({ accountId: text.min(1).max(200) });
const updateOf = <Type extends string>(benefitType: Type) =>
  z.object({ benefitType: z.literal(benefitType) });

/** The account that a grant is for; types without accounts have nothing to change. */
export const CustomerBenefitGrantUpdate = z.discriminatedUnion('benefitType', [
  updateOf('discord').extend({ properties: account }),
  updateOf('github_repository').extend({ properties: account }),
  updateOf('downloadables'),
  updateOf('license_keys'),
  updateOf('custom'),
  updateOf('meter_credit'),
]);
export type CustomerBenefitGrantUpdate = z.output<typeof CustomerBenefitGrantUpdate>;
