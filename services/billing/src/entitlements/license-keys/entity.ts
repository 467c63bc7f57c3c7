/** Rows of license keys and of their activations. */
import { column } from '@tessera/kit/database/data-source';
import type { LicenseKeyStatus } from '@tessera/proto/api/billing/license-key';
import type { MetadataOut } from '@tessera/proto/api/billing/metadata';
import { EntitySchema } from 'typeorm';

/** Keys are looked up by `keyHash`, so that the timing of a lookup reveals nothing about existing keys. */
export type LicenseKeyRow = {
  id: string;
  createdAt: Date;
  modifiedAt: Date | null;
  organizationId: string;
  customerId: string;
  benefitId: string;
  grantId: string;
  key: string;
  keyHash: string;
  status: LicenseKeyStatus;
  limitActivations: number | null;
  usage: number;
  limitUsage: number | null;
  validations: number;
  lastValidatedAt: Date | null;
  expiresAt: Date | null;
};

export const LicenseKeyEntity = new EntitySchema<LicenseKeyRow>({
  name: 'license_key',
  tableName: 'license_keys',
  columns: {
    id: column.id(),
    createdAt: column.time('created_at'),
    modifiedAt: column.time('modified_at', { nullable: true }),
    organizationId: column.uuid('organization_id'),
    customerId: column.uuid('customer_id'),
    benefitId: column.uuid('benefit_id'),
    grantId: column.uuid('grant_id'),
    key: column.text('key'),
    keyHash: column.text('key_hash'),
    status: column.text('status'),
    limitActivations: column.int('limit_activations', { nullable: true }),
    usage: column.int('usage'),
    limitUsage: column.int('limit_usage', { nullable: true }),
    validations: column.int('validations'),
    lastValidatedAt: column.time('last_validated_at', { nullable: true }),
    expiresAt: column.time('expires_at', { nullable: true }),
  },
});

/** `conditions`: what a validation of the activation must repeat. */
export type LicenseKeyActivationRow = {
  id: string;
  createdAt: Date;
  modifiedAt: Date | null;
  deletedAt: Date | null;
  licenseKeyId: string;
  label: string;
  meta: MetadataOut;
  conditions: MetadataOut;
};

export const LicenseKeyActivationEntity = new EntitySchema<LicenseKeyActivationRow>({
  name: 'license_key_activation',
  tableName: 'license_key_activations',
  columns: {
    id: column.id(),
    createdAt: column.time('created_at'),
    modifiedAt: column.time('modified_at', { nullable: true }),
    deletedAt: column.time('deleted_at', { nullable: true }),
    licenseKeyId: column.uuid('license_key_id'),
    label: column.text('label'),
    meta: column.json('meta'),
    conditions: column.json('conditions'),
  },
});
