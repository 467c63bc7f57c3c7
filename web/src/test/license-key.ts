import type { LicenseKeyRead } from '@tessera/proto/api/billing/license-key';
import { acme } from './people.ts';
import { grace } from './sales.ts';

/** A key granted to a customer and used four times. */
export const key: LicenseKeyRead = {
  id: '0197a000-0000-7000-8000-0000000000ac',
  createdAt: new Date('2026-06-15T12:00:00Z'),
  modifiedAt: null,
  organizationId: acme.id,
  customerId: grace.id,
  customer: grace,
  benefitId: '0197a000-0000-7000-8000-0000000000ab',
  key: 'ACME-1C285B2D-6CE6-4BC7-B8BE-ADB6A7E304DA',
  displayKey: '****-E304DA',
  status: 'granted',
  limitActivations: 3,
  usage: 4,
  limitUsage: 10,
  validations: 12,
  lastValidatedAt: null,
  expiresAt: null,
};
