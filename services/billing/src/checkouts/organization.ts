/** The seller, as a customer at a checkout sees them. */
import type { OrganizationFacts } from '@tessera/proto/api/asks';
import type { Organization } from '@tessera/proto/api/billing/organization';

/** What only the seller's own pages need is answered with its default: it is not copied to billing. */
export const viewSeller = (organization: OrganizationFacts): Organization => ({
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
  },
  brandSettings: { accentColor: organization.accentColor },
});

/** A UUIDv7 begins with the milliseconds of its making. */
const createdAtOf = (id: string): Date => new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16));
