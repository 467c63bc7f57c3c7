/** Activates license keys for devices, and deactivates them. */
import { transact } from '@tessera/kit/events/outbox';
import type {
  LicenseKeyActivate,
  LicenseKeyActivationRead,
  LicenseKeyDeactivate,
} from '@tessera/proto/api/billing/license-key';
import { IsNull } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import type { Billing } from '../../billing.ts';
import { broadcastCustomer } from '../../customers/broadcast.ts';
import { LicenseKeyActivationEntity, type LicenseKeyActivationRow } from './entity.ts';
import { findActivation, lockHeldKey } from './find.ts';
import { activationFacts, licenseErrors, requireActivatable, requireRoom } from './rules.ts';
import { viewActivation, viewLicenseKeys } from './view.ts';

/**
 * Activates a key for a device. The key stays locked from the check to the end, so that the limit is never exceeded.
 * Throws ResourceNotFound for an unknown key, and NotPermitted for one that has ended or has no activation left.
 */
export const activateLicenseKey = async (
  { db, bus, now }: Pick<Billing, 'db' | 'bus' | 'now'>,
  body: LicenseKeyActivate,
): Promise<LicenseKeyActivationRead> => {
  const activation = await transact(db, async (em) => {
    const time = now();
    const key = requireActivatable(await lockHeldKey(em, body), time);
    const taken = await em.countBy(LicenseKeyActivationEntity, {
      licenseKeyId: key.id,
      deletedAt: IsNull(),
    });
    requireRoom(key, taken);
    const row: LicenseKeyActivationRow = {
      id: uuidv7(),
      createdAt: time,
      modifiedAt: null,
      deletedAt: null,
      licenseKeyId: key.id,
      ...activationFacts(body),
    };
    await em.insert(LicenseKeyActivationEntity, row as never);
    const [licenseKey] = await viewLicenseKeys(em, [key], 'buyer');
    if (!licenseKey) throw new Error(`license key ${key.id} is gone`);
    return { ...viewActivation(row), licenseKey };
  });
  broadcastCustomer({ bus }, activation.licenseKey.customerId);
  return activation;
};

/** Deactivates a key for a device, even if the key has ended. Throws ResourceNotFound. */
export const deactivateLicenseKey = async (
  { db, bus, now }: Pick<Billing, 'db' | 'bus' | 'now'>,
  body: LicenseKeyDeactivate,
): Promise<void> => {
  const customerId = await transact(db, async (em) => {
    const key = await lockHeldKey(em, body);
    if (!key) throw licenseErrors.ResourceNotFound();
    const { activationId } = body;
    const activation = await findActivation(em, { id: key.id, activationId });
    if (!activation) throw licenseErrors.ResourceNotFound('License key activation not found.');
    await em.update(LicenseKeyActivationEntity, { id: activation.id }, { deletedAt: now() });
    return key.customerId;
  });
  broadcastCustomer({ bus }, customerId);
};
