/** An organization as the two APIs and the events show it. */
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { OrganizationFacts } from '@tessera/proto/api/asks';
import { defaultCustomerPortalSettings, Organization } from '@tessera/proto/api/billing/organization';
import type { AuthOrganization } from '@tessera/proto/api/organization/organization';
import { toWire } from '@tessera/proto/api/wire';
import type { OrganizationRow } from './entity.ts';

/** The auth API's organization. */
export const viewAuthOrganization = (row: OrganizationRow): AuthOrganization => ({
  id: row.id,
  name: row.name,
  slug: row.slug,
  logo: row.logo,
  createdAt: row.createdAt,
  metadata: row.metadata && JSON.stringify(row.metadata),
});

/** The billing API's organization. */
export const viewOrganization = (row: OrganizationRow): Organization => ({
  id: row.id,
  createdAt: row.createdAt,
  modifiedAt: row.modifiedAt,
  name: row.name,
  slug: row.slug,
  avatarUrl: row.logo,
  email: row.email,
  website: row.website,
  socials: row.socials,
  detailsSubmittedAt: row.detailsSubmittedAt,
  featureSettings: row.featureSettings,
  subscriptionSettings: row.subscriptionSettings,
  brandSettings: row.brandSettings,
  // What was written by an older release lacks what came later.
  customerPortalSettings: { ...defaultCustomerPortalSettings, ...row.customerPortalSettings },
});

/** What other services keep of an organization. */
export const viewFacts = (row: OrganizationRow): OrganizationFacts => ({
  id: row.id,
  name: row.name,
  slug: row.slug,
  avatarUrl: row.logo,
  email: row.email,
  website: row.website,
  accentColor: row.brandSettings.accentColor,
  allowMultipleSubscriptions: row.subscriptionSettings.allowMultipleSubscriptions,
  snapshot: toWire(Organization, viewOrganization(row), 'snake') as Record<string, unknown>,
});

/** The same as an event carries it. */
export const organizationMessage = (row: OrganizationRow) => {
  const { avatarUrl, email, website, accentColor, snapshot, ...facts } = viewFacts(row);
  return {
    ...facts,
    ...(avatarUrl !== null && { avatarUrl }),
    ...(email !== null && { email }),
    // Empty where there is none: absent, it was told by a release that did not know it.
    website: website ?? '',
    accentColor: accentColor ?? '',
    snapshot: JSON.stringify(snapshot),
    createdAt: timestampFromDate(row.createdAt),
    revision: BigInt(row.revision),
  };
};

/** What partners receive with `organization.updated`: the JSON of the billing API. */
export const snapshotOf = (row: OrganizationRow): string =>
  JSON.stringify(toWire(Organization, viewOrganization(row), 'snake'));
