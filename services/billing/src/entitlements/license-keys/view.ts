/** License keys in replies. */
import type {
  LicenseKeyActivationBase,
  LicenseKeyRead,
  LicenseKeyWithActivations,
} from '@tessera/proto/api/billing/license-key';
import type { CustomerCaller } from '@tessera/proto/api/passport';
import { type EntityManager, In, IsNull } from 'typeorm';
import { asBuyer, type Buyer, findBuyersOfGrants } from '../../customer-sessions/buyer.ts';
import type { CustomerRow } from '../../customers/entity.ts';
import { findCustomersByIds } from '../../customers/find.ts';
import { viewCustomer } from '../../customers/view.ts';
import { LicenseKeyActivationEntity, type LicenseKeyActivationRow, type LicenseKeyRow } from './entity.ts';
import { displayKeyOf } from './rules.ts';

export const viewLicenseKey = (
  { keyHash: _hash, grantId: _grant, ...row }: LicenseKeyRow,
  customer: CustomerRow,
  buyer: Buyer | null = null,
): LicenseKeyRead => ({
  ...row,
  displayKey: displayKeyOf(row.key),
  customer: viewCustomer(asBuyer(customer, buyer)),
});

/** Who sees a key: its seller or customer, or someone who has only proved that they bought or hold it. */
export type Viewer = 'owner' | 'buyer';

export const viewerOf = (scope: CustomerCaller['scope']): Viewer =>
  'customerId' in scope ? 'owner' : 'buyer';

/** Returns keys with their customers, in the same order. */
export const viewLicenseKeys = async (
  em: EntityManager,
  rows: readonly LicenseKeyRow[],
  viewer: Viewer = 'owner',
): Promise<LicenseKeyRead[]> => {
  const grantIds = viewer === 'buyer' ? rows.map(({ grantId }) => grantId) : [];
  const buyers = grantIds.length > 0 ? await findBuyersOfGrants(em, grantIds) : null;
  const customers = await findCustomersByIds(
    em,
    rows.map(({ customerId }) => customerId),
  );
  return rows.map((row) => {
    const customer = customers.find(({ id }) => id === row.customerId);
    if (!customer) throw new Error(`license key ${row.id} has lost its customer`);
    return viewLicenseKey(row, customer, buyers?.get(row.grantId));
  });
};

export const viewActivation = ({
  deletedAt: _deletedAt,
  conditions: _conditions,
  ...activation
}: LicenseKeyActivationRow): LicenseKeyActivationBase => activation;

/** Returns a key with its activations; none if `isOpen` is false. */
export const viewWithActivations = async (
  em: EntityManager,
  row: LicenseKeyRow,
  { isOpen = true, viewer = 'owner' }: { isOpen?: boolean; viewer?: Viewer } = {},
): Promise<LicenseKeyWithActivations> => {
  const [key] = await viewLicenseKeys(em, [row], viewer);
  if (!key) throw new Error(`license key ${row.id} is gone`);
  const activations = isOpen ? await findActivations(em, [row.id]) : [];
  return { ...key, activations: activations.map(viewActivation) };
};

/** The activations of keys, oldest first. */
export const findActivations = (
  em: EntityManager,
  keyIds: readonly string[],
): Promise<LicenseKeyActivationRow[]> =>
  em.find(LicenseKeyActivationEntity, {
    where: { licenseKeyId: In([...keyIds]), deletedAt: IsNull() },
    order: { createdAt: 'ASC', id: 'ASC' },
  });
