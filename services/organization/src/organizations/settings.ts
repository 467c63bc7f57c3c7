/** An organization's settings: defaults, and how changes are merged. Pure. */
import {
  defaultCustomerPortalSettings,
  type OrganizationBrandSettings,
  type OrganizationFeatureSettings,
  type OrganizationSubscriptionSettings,
  type OrganizationUpdate,
} from '@tessera/proto/api/billing/organization';
import type { OrganizationRow } from './entity.ts';

export const defaultFeatureSettings: OrganizationFeatureSettings = {
  issueFundingEnabled: false,
  usageBasedBillingEnabled: false,
};

export const defaultSubscriptionSettings: OrganizationSubscriptionSettings = {
  allowMultipleSubscriptions: false,
  allowCustomerUpdates: true,
  prorationBehavior: 'prorate',
  preventTrialAbuse: false,
  benefitRevocationGracePeriod: 0,
  failedPaymentOutcome: null,
};

const defaultBrandSettings: OrganizationBrandSettings = { accentColor: null };

type Stored = Pick<
  OrganizationRow,
  | 'name'
  | 'logo'
  | 'email'
  | 'website'
  | 'socials'
  | 'details'
  | 'detailsSubmittedAt'
  | 'featureSettings'
  | 'subscriptionSettings'
  | 'brandSettings'
  | 'customerPortalSettings'
>;

/** The settings of a new organization. */
export const bareOrganization = (name: string): Stored => ({
  name,
  logo: null,
  email: null,
  website: null,
  socials: [],
  details: null,
  detailsSubmittedAt: null,
  featureSettings: defaultFeatureSettings,
  subscriptionSettings: defaultSubscriptionSettings,
  brandSettings: defaultBrandSettings,
  customerPortalSettings: defaultCustomerPortalSettings,
});

/**
 * Returns the settings after a change. Absent values: unchanged. Null: cleared, or reset to the defaults; the name
 * cannot be cleared, and submitted details stay. Feature, brand and portal settings are merged, subscription settings
 * replaced.
 */
export const changeOrganization = (stored: Stored, change: OrganizationUpdate, now: Date): Stored => ({
  name: change.name ?? stored.name,
  logo: given(change.avatarUrl, stored.logo, null),
  email: given(change.email, stored.email, null),
  website: given(change.website, stored.website, null),
  socials: given(change.socials, stored.socials, []),
  details: change.details ?? stored.details,
  detailsSubmittedAt: stored.detailsSubmittedAt ?? (change.details ? now : null),
  featureSettings: given(
    change.featureSettings && { ...stored.featureSettings, ...change.featureSettings },
    stored.featureSettings,
    defaultFeatureSettings,
  ),
  subscriptionSettings: given(
    change.subscriptionSettings,
    stored.subscriptionSettings,
    defaultSubscriptionSettings,
  ),
  brandSettings: given(
    change.brandSettings && {
      accentColor: given(change.brandSettings.accentColor, stored.brandSettings.accentColor, null),
    },
    stored.brandSettings,
    defaultBrandSettings,
  ),
  customerPortalSettings: given(
    change.customerPortalSettings && { ...stored.customerPortalSettings, ...change.customerPortalSettings },
    stored.customerPortalSettings,
    defaultCustomerPortalSettings,
  ),
});

const given = <Value>(wanted: Value | null | undefined, stored: Value, empty: Value): Value => {
  if (wanted === undefined) return stored;
  return wanted ?? empty;
};
