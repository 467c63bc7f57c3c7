/** An organization in both APIs and in events. */
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
  // Rows written by older releases lack newer settings.
  customerPortalSettings: { ...defaultCustomerPortalSettings, ...row.customerPortalSettings },
});

/** The organization as other services copy it. */
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

/** The organization message of events. */
export const organizationMessage = (row: OrganizationRow) => {
  const { avatarUrl, email, website, accentColor, snapshot, ...facts } = viewFacts(row);
  return {
    ...facts,
    ...(avatarUrl !== null && { avatarUrl }),
    ...(email !== null && { email }),
    // Empty if not set; absent means that the event came from an older release without this field.
    website: website ?? '',
    accentColor: accentColor ?? '',
    snapshot: JSON.stringify(snapshot),
    createdAt: timestampFromDate(row.createdAt),
    revision: BigInt(row.revision),
  };
};

/** The payload that webhook receivers get with `organization.updated`: the billing API's JSON. */
export const snapshotOf = (row: OrganizationRow): string =>
  JSON.stringify(toWire(Organization, viewOrganization(row), 'snake'));
