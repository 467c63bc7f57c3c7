/** License keys of grants: created, updated and revoked. Steps of the transaction of the grants. */
import { sha256 } from '@tessera/kit/secrets';
import type { BenefitGrantProperties } from '@tessera/proto/api/billing/grant-properties';
import { type EntityManager, In } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import type { BenefitRow } from '../../catalog/benefits/entity.ts';
import { LicenseKeyEntity, type LicenseKeyRow } from './entity.ts';
import { createKey, displayKeyOf, licenseBenefit, limitsOf } from './rules.ts';

/** What of a grant its key is made from. */
export type KeyGrant = {
  row: {
    id: string;
    customerId: string;
    organizationId: string;
    grantedAt: Date | null;
    properties: BenefitGrantProperties;
  };
  benefit: BenefitRow;
};

const propertiesOf = ({ id, key }: LicenseKeyRow): BenefitGrantProperties => ({
  licenseKeyId: id,
  displayKey: displayKeyOf(key),
});

/** Creates a new key for each grant; a revoked key is never used again. */
export const createKeys = async (
  em: EntityManager,
  now: Date,
  grants: readonly KeyGrant[],
): Promise<BenefitGrantProperties[]> => {
  const rows = grants.map(({ row, benefit }) => newKey(now, { row, benefit }));
  await em.insert(LicenseKeyEntity, rows as never);
  return rows.map(propertiesOf);
};

const newKey = (now: Date, { row, benefit }: KeyGrant): LicenseKeyRow => {
  const key = createKey(licenseBenefit(benefit));
  return {
    id: uuidv7(),
    createdAt: now,
    modifiedAt: null,
    organizationId: row.organizationId,
    customerId: row.customerId,
    benefitId: benefit.id,
    grantId: row.id,
    key,
    keyHash: sha256(key),
    status: 'granted',
    usage: 0,
    validations: 0,
    lastValidatedAt: null,
    ...limitsOf(licenseBenefit(benefit), row.grantedAt ?? now),
  };
};

/** Sets limits and expiry of keys to those of the edited benefit. The status stays as the seller has set it. */
export const resetKeys = async (
  em: EntityManager,
  now: Date,
  grants: readonly KeyGrant[],
): Promise<BenefitGrantProperties[]> => {
  const limits = grants.map(({ row, benefit }) => limitsOf(licenseBenefit(benefit), row.grantedAt ?? now));
  await em.query(
    `UPDATE license_keys SET limit_activations = reset.activations, limit_usage = reset.usage,
       expires_at = reset.expires_at, modified_at = $1
     FROM unnest($2::uuid[], $3::integer[], $4::integer[], $5::timestamptz[])
       AS reset (id, activations, usage, expires_at)
     WHERE license_keys.id = reset.id`,
    [
      now,
      grants.map(keyIdOf),
      limits.map(({ limitActivations }) => limitActivations),
      limits.map(({ limitUsage }) => limitUsage),
      limits.map(({ expiresAt }) => expiresAt),
    ],
  );
  return grants.map(({ row }) => row.properties);
};

/** Revokes keys with their grants, whose properties keep naming them. */
export const revokeKeys = async (
  em: EntityManager,
  now: Date,
  grants: readonly KeyGrant[],
): Promise<BenefitGrantProperties[]> => {
  await em.update(LicenseKeyEntity, { id: In(grants.map(keyIdOf)) }, { status: 'revoked', modifiedAt: now });
  return grants.map(({ row }) => row.properties);
};

const keyIdOf = ({ row }: KeyGrant): string => {
  const { licenseKeyId } = row.properties as { licenseKeyId?: string };
  if (!licenseKeyId) throw new Error(`grant ${row.id} has no license key`);
  return licenseKeyId;
};
