/** Exports all data stored about a customer, for themselves. Usage events are streamed. */
import type { CustomerExportEvent, CustomerExportFacts } from '@tessera/proto/api/billing/customer-export';
import type { CustomerCaller } from '@tessera/proto/api/passport';
import type { Billing } from '../../billing.ts';
import { customerIdOf } from '../../customer-sessions/own.ts';
import type { CustomerRow } from '../../customers/entity.ts';
import { listOwnLicenseKeys } from '../../entitlements/license-keys/list.ts';
import { findActivations, viewActivation } from '../../entitlements/license-keys/view.ts';
import { listOwnMeters } from '../../usage/customer-meters/list.ts';
import { walkEventsOf } from '../../usage/events/list.ts';
import { viewOwnEvent } from '../../usage/events/view.ts';
import { listOwnWallets, listTransactions } from '../../wallets/read.ts';
import { listOwnGrants } from '../benefits/grants.ts';
import { listOwnMethods } from '../methods/methods.ts';
import { getOwnCustomer } from '../profile/customer.ts';
import { listOwnOrders } from '../purchases/orders.ts';
import { listOwnSubscriptions } from '../purchases/subscriptions.ts';

const pageSize = 100;

export type Exported = { facts: CustomerExportFacts; events: AsyncGenerator<CustomerExportEvent[]> };

/** Throws NotPermitted for a checkout's session. Lists are oldest first. */
export const exportOwnData = async (billing: Billing, caller: CustomerCaller): Promise<Exported> => {
  const id = customerIdOf(caller);
  const { organizationId } = caller;
  return { facts: await readFacts(billing, caller), events: readEvents(billing, { id, organizationId }) };
};

const readFacts = async (billing: Billing, caller: CustomerCaller): Promise<CustomerExportFacts> => {
  const exportedAt = billing.now();
  return {
    exportedAt,
    customer: await getOwnCustomer(billing, caller),
    orders: await all((paging) => listOwnOrders(billing, caller, { ...paging, sorting: ['created_at'] })),
    subscriptions: await all((paging) =>
      listOwnSubscriptions(billing, caller, { ...paging, sorting: ['started_at'] }),
    ),
    benefitGrants: await all((paging) =>
      listOwnGrants(billing, caller, { ...paging, sorting: ['granted_at'] }),
    ),
    licenseKeys: await exportKeys(billing, caller),
    paymentMethods: await all((paging) => listOwnMethods(billing, caller, paging)),
    meters: await all((paging) => listOwnMeters(billing, caller, { ...paging, sorting: ['modified_at'] })),
    wallets: await exportWallets(billing, caller),
  };
};

/**
 * The same for the seller. License keys are masked: permission to read customers is no permission to use what they
 * bought.
 */
export const exportCustomer = async (
  billing: Billing,
  { id, organizationId }: Pick<CustomerRow, 'id' | 'organizationId'>,
): Promise<Exported> => {
  const scope = { customerId: id };
  const { facts, events } = await exportOwnData(billing, {
    kind: 'customer',
    sessionId: '',
    organizationId,
    scope,
  });
  const licenseKeys = facts.licenseKeys.map((key) => ({ ...key, key: key.displayKey }));
  return { facts: { ...facts, licenseKeys }, events };
};

const readEvents = async function* (
  billing: Billing,
  customer: { id: string; organizationId: string },
): AsyncGenerator<CustomerExportEvent[]> {
  for await (const rows of walkEventsOf(billing, customer)) yield rows.map(viewOwnEvent);
};

const exportWallets = async (
  billing: Billing,
  caller: CustomerCaller,
): Promise<CustomerExportFacts['wallets']> => {
  const sorting: ['created_at'] = ['created_at'];
  const wallets = await all((paging) => listOwnWallets(billing, caller, { ...paging, sorting }));
  const filled: CustomerExportFacts['wallets'] = [];
  for (const wallet of wallets)
    filled.push({
      ...wallet,
      transactions: await all((paging) => listTransactions(billing, wallet, paging)),
    });
  return filled;
};

/** Includes what devices have reported, also where customers may not manage activations themselves. */
const exportKeys = async (
  billing: Billing,
  caller: CustomerCaller,
): Promise<CustomerExportFacts['licenseKeys']> => {
  const keys = await all((paging) => listOwnLicenseKeys(billing, caller, paging));
  const activations = Map.groupBy(
    await findActivations(
      billing.db.manager,
      keys.map(({ id }) => id),
    ),
    ({ licenseKeyId }) => licenseKeyId,
  );
  return keys.map((key) => ({
    ...key,
    activations: (activations.get(key.id) ?? []).map(viewActivation),
  }));
};

type Paging = { page: number; limit: number };

const all = async <Item>(
  read: (paging: Paging) => Promise<{ items: Item[]; pagination: { maxPage: number } }>,
): Promise<Item[]> => {
  const items: Item[] = [];
  for (let page = 1, last = 1; page <= last; page += 1) {
    const reply = await read({ page, limit: pageSize });
    items.push(...reply.items);
    last = reply.pagination.maxPage;
  }
  return items;
};
