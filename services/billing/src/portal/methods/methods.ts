/** Lists, chooses and removes a customer's saved cards. */
import { kitErrors } from '@tessera/kit/errors';
import { transact } from '@tessera/kit/events/outbox';
import type { RowStep } from '@tessera/kit/http/endpoint';
import { customerOf } from '@tessera/kit/http/passport';
import type { CustomerPaymentMethod } from '@tessera/proto/api/billing/customer-portal';
import { id as uuid } from '@tessera/proto/api/fields';
import { type PageQuery, pageReply } from '@tessera/proto/api/page';
import type { CustomerCaller } from '@tessera/proto/api/passport';
import type { EntityManager } from 'typeorm';
import type { Billing } from '../../billing.ts';
import { customerIdOf } from '../../customer-sessions/own.ts';
import { broadcastCustomer } from '../../customers/broadcast.ts';
import { lockCustomer } from '../../customers/find.ts';
import { findMethod, listMethods, type PaymentMethodRow } from '../../payments/methods/entity.ts';
import { deleteMethod, makeDefault } from '../../payments/methods/save.ts';
import { placeOf } from '../../payments/place.ts';
import { hasPaidSubscription } from '../../renewals/periods/charged.ts';
import { methodErrors } from './errors.ts';

/**
 * Endpoint step that finds a saved method of the session's customer. Throws Unauthorized, NotPermitted,
 * ResourceNotFound.
 */
export const ownMethod =
  ({ db }: Pick<Billing, 'db'>): RowStep<{ id: string }, PaymentMethodRow> =>
  async ({ params, caller }) => {
    const customerId = customerIdOf(customerOf(caller));
    const { success, data: id } = uuid.safeParse(params.id);
    const row = success ? await findMethod(db.manager, { id }) : null;
    if (row?.customerId !== customerId) throw kitErrors.ResourceNotFound();
    return row;
  };

/** Returns a page of the methods: the default first, then newest first. Paged in memory, since there are few. */
export const listOwnMethods = (billing: Billing, caller: CustomerCaller, query: PageQuery) =>
  listMethodsOf(billing, customerIdOf(caller), query);

/** The same for the seller of the customer. */
export const listMethodsOf = async ({ db }: Billing, customerId: string, query: PageQuery) => {
  const rows = await listMethods(db.manager, { customerId });
  const shown = rows.slice((query.page - 1) * query.limit, query.page * query.limit);
  return pageReply(shown.map(viewMethod), rows.length, query);
};

/** Makes a method the default for later charges. */
export const chooseMethod = async (
  billing: Billing,
  row: PaymentMethodRow,
): Promise<CustomerPaymentMethod> => {
  const chosen = await transact(billing.db, async (em) => {
    await lockCustomer(em, row.customerId);
    await makeDefault(em, billing.now(), row);
    return findMethod(em, row);
  });
  if (!chosen) throw kitErrors.ResourceNotFound();
  broadcastCustomer(billing, row.customerId);
  return viewMethod(chosen);
};

/** Throws PaymentMethodInUseByActiveSubscription for the last method that pays a subscription. */
export const removeMethod = async (billing: Billing, row: PaymentMethodRow): Promise<void> => {
  const isRemoved = await transact(billing.db, async (em) => {
    // Serializes concurrent removals, so that the second sees that its method is the last.
    await lockCustomer(em, row.customerId);
    await requireAnother(em, row);
    return deleteMethod(em, billing.now(), row);
  });
  if (!isRemoved) throw kitErrors.ResourceNotFound();
  broadcastCustomer(billing, row.customerId);
  billing.background.run('forget a payment method', () =>
    billing.payments.detachMethod(placeOf(row), row.processorId),
  );
};

const requireAnother = async (em: EntityManager, { id, customerId }: PaymentMethodRow): Promise<void> => {
  const others = (await listMethods(em, { customerId })).filter((method) => method.id !== id);
  if (others.length === 0 && (await hasPaidSubscription(em, customerId)))
    throw methodErrors.PaymentMethodInUseByActiveSubscription();
};

/** A method without complete card details is shown without a card. */
export const viewMethod = (row: PaymentMethodRow): CustomerPaymentMethod => {
  const { id, createdAt, isDefault, brand, last4, expMonth, expYear, wallet } = row;
  const facts = { id, createdAt, default: isDefault, type: 'card' as const };
  if (brand === null || last4 === null || expMonth === null || expYear === null) return facts;
  return { ...facts, card: { brand, last4, expMonth, expYear, wallet } };
};
