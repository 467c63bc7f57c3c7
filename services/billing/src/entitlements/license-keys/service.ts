/** License keys for sellers and customers, and the changes that sellers make. */
import { leavesAsIs } from '@tessera/kit/database/changes';
import { kitErrors, refuseField } from '@tessera/kit/errors';
import { transact } from '@tessera/kit/events/outbox';
import type {
  LicenseKeyActivationRead,
  LicenseKeyRead,
  LicenseKeyUpdate,
  LicenseKeyWithActivations,
} from '@tessera/proto/api/billing/license-key';
import type { CustomerCaller } from '@tessera/proto/api/passport';
import { type EntityManager, IsNull } from 'typeorm';
import type { Billing } from '../../billing.ts';
import { findBenefitsByIds } from '../../catalog/benefits/find.ts';
import { broadcastCustomer } from '../../customers/broadcast.ts';
import { GrantEntity } from '../grants/entity.ts';
import { LicenseKeyActivationEntity, LicenseKeyEntity, type LicenseKeyRow } from './entity.ts';
import { findActivation } from './find.ts';
import { viewActivation, viewerOf, viewLicenseKeys, viewWithActivations } from './view.ts';

/** Updates a key for the seller. Throws a validation error if it is to be `granted` while its grant is revoked. */
export const updateLicenseKey = async (
  { db, bus, now }: Billing,
  { id, customerId }: LicenseKeyRow,
  body: LicenseKeyUpdate,
): Promise<LicenseKeyRead> => {
  const updated = await transact(db, async (em) => {
    const row = await em.findOneOrFail(LicenseKeyEntity, {
      where: { id },
      lock: { mode: 'pessimistic_write' },
    });
    if (body.status === 'granted' && row.status !== 'granted' && !(await isHandedOver(em, row)))
      throw refuseField(['body', 'status'], 'The benefit of this license key has been revoked.');
    const wished = {
      status: body.status ?? row.status,
      usage: body.usage ?? row.usage,
      limitActivations: body.limitActivations === undefined ? row.limitActivations : body.limitActivations,
      limitUsage: body.limitUsage === undefined ? row.limitUsage : body.limitUsage,
      expiresAt: body.expiresAt === undefined ? row.expiresAt : body.expiresAt,
    };
    const isUnchanged = leavesAsIs(row, wished);
    const changes = { ...wished, modifiedAt: isUnchanged ? row.modifiedAt : now() };
    if (!isUnchanged) await em.update(LicenseKeyEntity, { id }, changes);
    const [key] = await viewLicenseKeys(em, [{ ...row, ...changes }]);
    if (!key) throw new Error(`license key ${id} is gone`);
    return key;
  });
  broadcastCustomer({ bus }, customerId);
  return updated;
};

/** Whether the grant still gives this key: granted again after a revocation, it gives another. */
const isHandedOver = async (em: EntityManager, { id, grantId }: LicenseKeyRow): Promise<boolean> => {
  const grant = await em.findOneBy(GrantEntity, { id: grantId, revokedAt: IsNull() });
  return grant !== null && 'licenseKeyId' in grant.properties && grant.properties.licenseKeyId === id;
};

/** Returns an activation with its key. Throws ResourceNotFound. */
export const getActivation = async (
  { db }: Billing,
  row: LicenseKeyRow,
  activationId: string,
): Promise<LicenseKeyActivationRead> => {
  const activation = await findActivation(db.manager, { id: row.id, activationId });
  const [licenseKey] = await viewLicenseKeys(db.manager, [row]);
  if (!activation || !licenseKey) throw kitErrors.ResourceNotFound();
  return { ...viewActivation(activation), licenseKey };
};

/** Deletes an activation for the seller. Throws ResourceNotFound. */
export const deleteActivation = async (
  { db, bus, now }: Billing,
  row: LicenseKeyRow,
  activationId: string,
): Promise<void> => {
  const activation = await findActivation(db.manager, { id: row.id, activationId });
  if (!activation) throw kitErrors.ResourceNotFound();
  await db.manager.update(LicenseKeyActivationEntity, { id: activationId }, { deletedAt: now() });
  broadcastCustomer({ bus }, row.customerId);
};

/** Returns a key for its customer, with its activations if the seller lets customers manage them. */
export const getOwnLicenseKey = async (
  { db }: Billing,
  row: LicenseKeyRow,
  { scope }: CustomerCaller,
): Promise<LicenseKeyWithActivations> => {
  const [benefit] = await findBenefitsByIds(db.manager, [row.benefitId]);
  const isOpen =
    benefit?.type === 'license_keys' && (benefit.properties.activations?.enableCustomerAdmin ?? false);
  return viewWithActivations(db.manager, row, { isOpen, viewer: viewerOf(scope) });
};
