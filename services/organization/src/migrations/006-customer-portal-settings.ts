import type { Migration } from '@tessera/kit/database/data-source';

/** What customers are shown of their pages. The default serves replicas of the version before, which name none. */
export const customerPortalSettings: Migration = {
  name: '006-customer-portal-settings',
  sql: `ALTER TABLE organizations ADD COLUMN customer_portal_settings jsonb NOT NULL DEFAULT
    '{"usage": {"show": true}, "orders": {"show": true}, "benefits": {"show": true},
      "paymentMethods": {"show": true}, "customer": {"allowEmailChange": true}}'`,
};
