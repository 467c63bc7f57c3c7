/** Finds license keys by what paths and bodies name. */
import { sha256 } from '@tessera/kit/secrets';
import { type EntityManager, IsNull } from 'typeorm';
import {
  LicenseKeyActivationEntity,
  type LicenseKeyActivationRow,
  LicenseKeyEntity,
  type LicenseKeyRow,
} from './entity.ts';

/** What the holder of a key sends. */
export type Held = { key: string; organizationId: string };

export const findLicenseKey = (em: EntityManager, { id }: { id: string }): Promise<LicenseKeyRow | null> =>
  em.findOneBy(LicenseKeyEntity, { id });

/** Returns a key, locked until the transaction ends, or null. */
export const lockHeldKey = (
  em: EntityManager,
  { key, organizationId }: Held,
): Promise<LicenseKeyRow | null> =>
  em.findOne(LicenseKeyEntity, {
    where: { organizationId, keyHash: sha256(key) },
    lock: { mode: 'pessimistic_write' },
  });

/** Returns an activation of a key that was not deactivated, or null. */
export const findActivation = (
  em: EntityManager,
  { id, activationId }: { id: string; activationId: string },
): Promise<LicenseKeyActivationRow | null> =>
  em.findOneBy(LicenseKeyActivationEntity, {
    id: activationId,
    licenseKeyId: id,
    deletedAt: IsNull(),
  });
