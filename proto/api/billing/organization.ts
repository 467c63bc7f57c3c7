/** Organizations as the billing API shows them; the organization service answers (contracts/billing.md, section 3). */
import { z } from 'zod';
import { emailAddress, id, sortingOf, text, webUrl } from '../fields.ts';
import { PageQuery, pageOf } from '../page.ts';
import { timestamp } from '../wire.ts';
import { OrganizationSocialPlatforms, SubscriptionProrationBehavior } from './enums.ts';
import { OrganizationSortProperty } from './sorts.ts';

/** A link to the organization elsewhere; its host must be the platform's own. */
export const OrganizationSocialLink = z.object({ platform: OrganizationSocialPlatforms, url: z.string() });
export type OrganizationSocialLink = z.infer<typeof OrganizationSocialLink>;

export const OrganizationFeatureSettings = z.object({
  issueFundingEnabled: z.boolean(),
  usageBasedBillingEnabled: z.boolean(),
});
export type OrganizationFeatureSettings = z.infer<typeof OrganizationFeatureSettings>;

/** How subscriptions work: several at once, changed by customers themselves, changes charged when. */
export const OrganizationSubscriptionSettings = z.object({
  allowMultipleSubscriptions: z.boolean(),
  allowCustomerUpdates: z.boolean(),
  prorationBehavior: SubscriptionProrationBehavior,
  /** One trial for each customer. Of later versions of the API; false where it was never said. */
  preventTrialAbuse: z.boolean().default(false),
  /** Days for which benefits stay after a failed renewal; named as in later versions of the API, which know a few lengths. */
  benefitRevocationGracePeriod: z.int().min(0).max(90).default(0),
  /** What becomes of a subscription that nobody pays. Ours; null: as the installation says. */
  failedPaymentOutcome: z.enum(['canceled', 'unpaid']).nullable().default(null),
});
export type OrganizationSubscriptionSettings = z.infer<typeof OrganizationSubscriptionSettings>;

/** How an organization looks to its customers. Ours: the contract has no such key. `accentColor` is `#rrggbb`. */
export const OrganizationBrandSettings = z.object({ accentColor: z.string().nullable() });
export type OrganizationBrandSettings = z.infer<typeof OrganizationBrandSettings>;

const shown = z.object({ show: z.boolean() });

const offerOf = <DiscountId extends z.ZodType>(discountId: DiscountId) =>
  z.discriminatedUnion('type', [
    z.object({ type: z.literal('pause'), months: z.int().min(1).max(12) }),
    z.object({ type: z.literal('discount'), discountId }),
  ]);

/** What a customer is offered who is about to cancel: not to pay for some months, or a discount. */
export const OrganizationCancellationOffer = offerOf(z.string());
export type OrganizationCancellationOffer = z.infer<typeof OrganizationCancellationOffer>;

/** What customers may do with their subscriptions besides canceling, which they always may. */
const subscriptionRights = z.object({
  allowPause: z.boolean(),
  cancellationOffer: OrganizationCancellationOffer.nullable(),
});

const portalParts = {
  usage: shown,
  orders: shown,
  benefits: shown,
  paymentMethods: shown,
  customer: z.object({ allowEmailChange: z.boolean() }),
};

/**
 * Which parts of its pages an organization's customers are shown, and what they may do there. `usage`, `customer` and
 * `subscription` are named as in later versions of the API, the rest is ours. Subscriptions are always shown.
 */
export const OrganizationCustomerPortalSettings = z.object({
  ...portalParts,
  subscription: subscriptionRights,
});
export type OrganizationCustomerPortalSettings = z.infer<typeof OrganizationCustomerPortalSettings>;

/** What customers are shown until the seller has chosen. */
export const defaultCustomerPortalSettings: OrganizationCustomerPortalSettings = {
  usage: { show: true },
  orders: { show: true },
  benefits: { show: true },
  paymentMethods: { show: true },
  customer: { allowEmailChange: true },
  subscription: { allowPause: false, cancellationOffer: null },
};

/** An organization. */
export const Organization = z.object({
  id: z.string(),
  createdAt: timestamp,
  modifiedAt: timestamp.nullable(),
  name: z.string(),
  slug: z.string(),
  avatarUrl: z.string().nullable(),
  email: z.string().nullable(),
  website: z.string().nullable(),
  socials: z.array(OrganizationSocialLink),
  detailsSubmittedAt: timestamp.nullable(),
  featureSettings: OrganizationFeatureSettings.nullable(),
  subscriptionSettings: OrganizationSubscriptionSettings,
  brandSettings: OrganizationBrandSettings,
  customerPortalSettings: OrganizationCustomerPortalSettings,
});
export type Organization = z.infer<typeof Organization>;

/** Hosts that a social link of a platform may point to, subdomains included; absent: any. */
export const socialHosts: Readonly<Partial<Record<OrganizationSocialPlatforms, readonly string[]>>> = {
  x: ['twitter.com', 'x.com'],
  github: ['github.com'],
  facebook: ['facebook.com', 'fb.com'],
  instagram: ['instagram.com'],
  youtube: ['youtube.com', 'youtu.be'],
  tiktok: ['tiktok.com'],
  linkedin: ['linkedin.com'],
};

const isOnPlatform = ({ platform, url }: OrganizationSocialLink): boolean => {
  const host = URL.parse(url)?.hostname ?? '';
  return socialHosts[platform]?.some((known) => host === known || host.endsWith(`.${known}`)) ?? true;
};

const socials = z
  .array(
    z
      .object({ platform: OrganizationSocialPlatforms, url: webUrl })
      .refine(isOnPlatform, { path: ['url'], message: "Must be on the platform's own domain" }),
  )
  .max(20);

const revenue = z.int().min(0);
const longText = text.max(20_000);

/** What the seller says about their business. `futureAnnualRevenue` and `previousAnnualRevenue` in cents. */
export const OrganizationDetails = z.object({
  about: longText,
  productDescription: longText,
  intendedUse: longText,
  customerAcquisition: z.array(text.max(200)).max(50),
  futureAnnualRevenue: revenue,
  switching: z.boolean().default(true),
  switchingFrom: z.enum(['paddle', 'lemon_squeezy', 'gumroad', 'stripe', 'other']).nullish(),
  previousAnnualRevenue: revenue.default(0),
});
export type OrganizationDetails = z.output<typeof OrganizationDetails>;

const accentColor = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i, 'Must be a color such as #0d6b65')
  .toLowerCase();

const name = text.min(3).max(255);
const changes = {
  avatarUrl: webUrl.nullish(),
  email: emailAddress.nullish(),
  website: webUrl.nullish(),
  socials: socials.nullish(),
  details: OrganizationDetails.nullish(),
  /** Merged into the stored ones. */
  featureSettings: OrganizationFeatureSettings.partial().nullish(),
  /** Replaces the stored ones. */
  subscriptionSettings: OrganizationSubscriptionSettings.nullish(),
  /** Merged into the stored ones. */
  brandSettings: z.object({ accentColor: accentColor.nullish() }).nullish(),
  /** Merged into the stored ones, part by part. */
  customerPortalSettings: z
    .object({
      ...portalParts,
      subscription: subscriptionRights.extend({ cancellationOffer: offerOf(id).nullable() }),
    })
    .partial()
    .nullish(),
};

/** A new organization. The slug: 3..255 letters, digits and single hyphens between them; in code lower-case. */
export const OrganizationCreate = z.object({
  name,
  slug: z
    .string()
    .toLowerCase()
    .min(3)
    .max(255)
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Only lowercase letters and digits, separated by single hyphens'),
  ...changes,
});
export type OrganizationCreate = z.output<typeof OrganizationCreate>;

/** Changes to an organization. Absent: unchanged; null: cleared where it may be empty. The slug stays. */
export const OrganizationUpdate = z.object({ name: name.nullish(), ...changes });
export type OrganizationUpdate = z.output<typeof OrganizationUpdate>;

/** Filter, order and page of the list of organizations. */
export const OrganizationListQuery = PageQuery.extend({
  /** In any case. */
  slug: text.max(255).optional(),
  /** Part of a name or a slug, in any case. An addition to the contract. */
  query: text.max(255).optional(),
  sorting: sortingOf(OrganizationSortProperty, 'created_at'),
});
export type OrganizationListQuery = z.output<typeof OrganizationListQuery>;

/** A page of organizations. */
export const OrganizationPage = pageOf(Organization);
