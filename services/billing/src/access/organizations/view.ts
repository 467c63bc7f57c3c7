/** Organizations as shown to customers. */
import type { OrganizationFacts } from '@tessera/proto/api/asks';
import { defaultCustomerPortalSettings, Organization } from '@tessera/proto/api/billing/organization';
import { readReply } from '@tessera/proto/api/wire';

/** Omits the cancellation offer, which customers see only while they cancel. */
export const viewSeller = (organization: OrganizationFacts): Organization => {
  const seller = readSeller(organization);
  const { subscription, ...shown } = seller.customerPortalSettings;
  const customerPortalSettings = { ...shown, subscription: { ...subscription, cancellationOffer: null } };
  return { ...seller, customerPortalSettings };
};

/** All settings of the seller. Settings that a copy of an older release lacks have their defaults. */
export const readSeller = (organization: OrganizationFacts): Organization => {
  const seller = {
    ...bareSeller(organization),
    ...(organization.snapshot && readReply(Organization, organization.snapshot, 'snake')),
  };
  const customerPortalSettings = { ...defaultCustomerPortalSettings, ...seller.customerPortalSettings };
  return { ...seller, customerPortalSettings };
};

const bareSeller = (organization: OrganizationFacts): Organization => ({
  id: organization.id,
  createdAt: createdAtOf(organization.id),
  modifiedAt: null,
  name: organization.name,
  slug: organization.slug,
  avatarUrl: organization.avatarUrl,
  email: organization.email,
  website: organization.website,
  socials: [],
  detailsSubmittedAt: null,
  featureSettings: { issueFundingEnabled: false, usageBasedBillingEnabled: false },
  subscriptionSettings: {
    allowMultipleSubscriptions: organization.allowMultipleSubscriptions,
    allowCustomerUpdates: true,
    prorationBehavior: 'prorate',
    preventTrialAbuse: false,
    benefitRevocationGracePeriod: 0,
    failedPaymentOutcome: null,
  },
  brandSettings: { accentColor: organization.accentColor },
  customerPortalSettings: defaultCustomerPortalSettings,
});

/** A UUIDv7 starts with its creation time in milliseconds. */
const createdAtOf = (id: string): Date => new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16));
