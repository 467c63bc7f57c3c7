/** Organizations in the billing API; served by the organization service (contracts/billing.md, section 3). */
import { z } from 'zod';
import { emailAddress, id, sortingOf, text, visibleText, webUrl } from '../fields.ts';
import { PageQuery, pageOf } from '../page.ts';
import { slugOf } from '../slug.ts';
import { timestamp } from '../wire.ts';
import { OrganizationSocialPlatforms, SubscriptionProrationBehavior } from './enums.ts';
import { OrganizationSortProperty } from './sorts.ts';

/** A link to a social profile; its host must belong to the platform. */
export const OrganizationSocialLink = z.object({ platform: OrganizationSocialPlatforms, url: z.string() });
export type OrganizationSocialLink = z.infer<typeof OrganizationSocialLink>;

export const OrganizationFeatureSettings = z.object({
  issueFundingEnabled: z.boolean(),
  usageBasedBillingEnabled: z.boolean(),
});
export type OrganizationFeatureSettings = z.infer<typeof OrganizationFeatureSettings>;

/** Rules of subscriptions: several per customer, changes by customers, when changes are charged. */
export const OrganizationSubscriptionSettings = z.object({
  allowMultipleSubscriptions: z.boolean(),
  allowCustomerUpdates: z.boolean(),
  prorationBehavior: SubscriptionProrationBehavior,
  /** One trial per customer. In later versions of the API; default false. */
  preventTrialAbuse: z.boolean().default(false),
  /**
   * Days for which benefits stay after a failed renewal. In later versions of the API, which accept a few values
   * only.
   */
  benefitRevocationGracePeriod: z.int().min(0).max(90).default(0),
  /**
   * What happens to a subscription that stays unpaid. Addition to the contract; null: the default of the
   * installation.
   */
  failedPaymentOutcome: z.enum(['canceled', 'unpaid']).nullable().default(null),
});
export type OrganizationSubscriptionSettings = z.infer<typeof OrganizationSubscriptionSettings>;

/** Appearance to customers. Addition to the contract. `accentColor` is `#rrggbb`. */
export const OrganizationBrandSettings = z.object({ accentColor: z.string().nullable() });
export type OrganizationBrandSettings = z.infer<typeof OrganizationBrandSettings>;

const shown = z.object({ show: z.boolean() });

const offerOf = <DiscountId extends z.ZodType>(discountId: DiscountId) =>
  z.discriminatedUnion('type', [
    z.object({ type: z.literal('pause'), months: z.int().min(1).max(12) }),
    z.object({ type: z.literal('discount'), discountId }),
  ]);

/** Offer to a customer who is about to cancel: a pause of some months, or a discount. */
export const OrganizationCancellationOffer = offerOf(z.string());
export type OrganizationCancellationOffer = z.infer<typeof OrganizationCancellationOffer>;

/** What customers may do with their subscriptions; canceling is always allowed. */
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
 * Which parts of the portal customers see, and what they may do there. `usage`, `customer` and `subscription` are
 * named as in later versions of the API; the rest is an addition. Subscriptions are always shown.
 */
export const OrganizationCustomerPortalSettings = z.object({
  ...portalParts,
  subscription: subscriptionRights,
});
export type OrganizationCustomerPortalSettings = z.infer<typeof OrganizationCustomerPortalSettings>;

/** The settings of the portal until the seller changes them. */
export const defaultCustomerPortalSettings: OrganizationCustomerPortalSettings = {
  usage: { show: true },
  orders: { show: true },
  benefits: { show: true },
  paymentMethods: { show: true },
  customer: { allowEmailChange: true },
  subscription: { allowPause: false, cancellationOffer: null },
};

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

/** Hosts allowed for a platform's social links, including subdomains; absent: any. */
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

/** The seller's information about their business. `futureAnnualRevenue` and `previousAnnualRevenue` in cents. */
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

const name = visibleText.min(3).max(255);
const changes = {
  avatarUrl: webUrl.nullish(),
  email: emailAddress.nullish(),
  website: webUrl.nullish(),
  socials: socials.nullish(),
  details: OrganizationDetails.nullish(),
  /** Merged into the stored settings. */
  featureSettings: OrganizationFeatureSettings.partial().nullish(),
  /** Replaces the stored settings. */
  subscriptionSettings: OrganizationSubscriptionSettings.nullish(),
  /** Merged into the stored settings. */
  brandSettings: z.object({ accentColor: accentColor.nullish() }).nullish(),
  /** Merged into the stored settings, part by part. */
  customerPortalSettings: z
    .object({
      ...portalParts,
      subscription: subscriptionRights.extend({ cancellationOffer: offerOf(id).nullable() }),
    })
    .partial()
    .nullish(),
};

const longestSlug = 255;

/** A new organization. Its slug is made of the text: lower case, Latin letters and digits, single hyphens between. */
export const OrganizationCreate = z.object({
  name,
  slug: text
    .min(3)
    .max(longestSlug)
    .transform((wanted) => slugOf(wanted, longestSlug))
    .pipe(z.string().min(3, 'Must have at least three Latin letters or digits')),
  ...changes,
});
export type OrganizationCreate = z.output<typeof OrganizationCreate>;

/** Name and slug as people type them in the dashboard: the slug becomes an address, and has to be one as it is. */
export const OrganizationAddress = z.object({
  name,
  slug: z
    .string()
    .toLowerCase()
    .min(3)
    .max(longestSlug)
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Only lowercase letters and digits, separated by single hyphens'),
});

/** Changes to an organization. Absent: unchanged; null: cleared if it may be empty. The slug cannot change. */
export const OrganizationUpdate = z.object({ name: name.nullish(), ...changes });
export type OrganizationUpdate = z.output<typeof OrganizationUpdate>;

/** Filter, order and page of the list of organizations. */
export const OrganizationListQuery = PageQuery.extend({
  /** Case-insensitive. */
  slug: text.max(255).optional(),
  /** Part of a name or slug, case-insensitive. Addition to the contract. */
  query: text.max(255).optional(),
  sorting: sortingOf(OrganizationSortProperty, 'created_at'),
});
export type OrganizationListQuery = z.output<typeof OrganizationListQuery>;

/** A page of organizations. */
export const OrganizationPage = pageOf(Organization);
