/** The organization entity. */
import { column } from '@tessera/kit/database/data-source';
import type {
  OrganizationBrandSettings,
  OrganizationCustomerPortalSettings,
  OrganizationDetails,
  OrganizationFeatureSettings,
  OrganizationSocialLink,
  OrganizationSubscriptionSettings,
} from '@tessera/proto/api/billing/organization';
import { EntitySchema } from 'typeorm';

export type OrganizationRow = {
  id: string;
  name: string;
  slug: string;
  /** `avatar_url` in the billing API. */
  logo: string | null;
  metadata: Record<string, unknown> | null;
  email: string | null;
  website: string | null;
  socials: OrganizationSocialLink[];
  details: OrganizationDetails | null;
  detailsSubmittedAt: Date | null;
  featureSettings: OrganizationFeatureSettings;
  subscriptionSettings: OrganizationSubscriptionSettings;
  brandSettings: OrganizationBrandSettings;
  customerPortalSettings: OrganizationCustomerPortalSettings;
  createdAt: Date;
  modifiedAt: Date | null;
  /** A 64-bit integer as decimal text. */
  revision: string;
};

export const OrganizationEntity = new EntitySchema<OrganizationRow>({
  name: 'Organization',
  tableName: 'organizations',
  columns: {
    id: column.id(),
    name: column.text('name'),
    slug: column.text('slug'),
    logo: column.text('logo', { nullable: true }),
    metadata: column.json('metadata', { nullable: true }),
    email: column.text('email', { nullable: true }),
    website: column.text('website', { nullable: true }),
    socials: column.json('socials'),
    details: column.json('details', { nullable: true }),
    detailsSubmittedAt: column.time('details_submitted_at', { nullable: true }),
    featureSettings: column.json('feature_settings'),
    subscriptionSettings: column.json('subscription_settings'),
    brandSettings: column.json('brand_settings'),
    customerPortalSettings: column.json('customer_portal_settings'),
    createdAt: column.time('created_at'),
    modifiedAt: column.time('modified_at', { nullable: true }),
    revision: { type: 'bigint', name: 'revision' },
  },
});

/** The unique constraint on slugs. */
export const slugKey = 'organizations_slug_key';
