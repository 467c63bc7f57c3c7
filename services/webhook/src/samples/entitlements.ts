/** What the sample customer has. */
import type { BenefitGrantWebhook } from '@tessera/proto/api/billing/benefit-grant';
import type { CustomerState } from '@tessera/proto/api/billing/customer';
import type { UsageAlertNotice } from '@tessera/proto/api/billing/usage-alert';
import { benefit } from './catalog.ts';
import { customer } from './customer.ts';
import { ids } from './ids.ts';
import { bareSubscription } from './subscription.ts';

/** What a grant of the sample benefit has, a license key. */
const properties = { licenseKeyId: ids.licenseKey, displayKey: '****-SAMPLE' };

export const grant = (now: Date): BenefitGrantWebhook => ({
  id: ids.grant,
  createdAt: now,
  modifiedAt: null,
  grantedAt: now,
  isGranted: true,
  revokedAt: null,
  isRevoked: false,
  subscriptionId: ids.subscription,
  orderId: null,
  customerId: ids.customer,
  benefitId: ids.benefit,
  error: null,
  customer: customer(now),
  properties,
  benefit: benefit(now),
  previousProperties: null,
});

export const revokedGrant = (now: Date): BenefitGrantWebhook => ({
  ...grant(now),
  modifiedAt: now,
  isGranted: false,
  revokedAt: now,
  isRevoked: true,
  properties: {},
  previousProperties: properties,
});

export const customerState = (now: Date): CustomerState => ({
  ...customer(now),
  activeSubscriptions: [{ ...bareSubscription(now), customFieldData: {}, status: 'active', meters: [] }],
  grantedBenefits: [
    {
      id: ids.grant,
      createdAt: now,
      modifiedAt: null,
      grantedAt: now,
      benefitId: ids.benefit,
      benefitType: 'license_keys',
      benefitMetadata: {},
      properties,
    },
  ],
  activeMeters: [],
});

export const usageAlert = (now: Date): UsageAlertNotice => ({
  usageAlert: {
    id: ids.usageAlert,
    createdAt: now,
    modifiedAt: null,
    organizationId: ids.organization,
    name: 'Many calculations',
    meterId: ids.meter,
    customerId: null,
    kind: 'units',
    threshold: 1_000,
    currency: 'usd',
    isHardStop: false,
    notifyCustomer: false,
  },
  customerId: ids.customer,
  externalCustomerId: 'sample',
  meterId: ids.meter,
  value: 1_001,
  reachedAt: now,
});
