/** The seller, as customers see them. */
import type { OrganizationFacts } from '@tessera/proto/api/asks';
import { defaultCustomerPortalSettings, Organization } from '@tessera/proto/api/billing/organization';
import { readReply } from '@tessera/proto/api/wire';

/** Without what is kept for those who are about to cancel: nobody cancels to hear of it. */
export const viewSeller = (organization: OrganizationFacts): Organization => {
  const seller = readSeller(organization);
  const { subscription, ...shown } = seller.customerPortalSettings;
  const customerPortalSettings = { ...shown, subscription: { ...subscription, cancellationOffer: null } };
  return { ...seller, customerPortalSettings };
};

/** Whole, as the seller has set it up. What a copy of an older release lacks is answered with its default. */
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

/** A UUIDv7 begins with the milliseconds of its making. */
const createdAtOf = (id: string): Date => new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16));
