/**
 * When a product's list of benefits changes, whoever has the product follows: subscriptions gain and lose, orders of
 * something sold once only gain. A subscription that moves to another product follows it too
 * (contracts/billing-behaviour.md, section 7).
 */
import { on, type Stoppable } from '@tessera/kit/bus';
import { transact } from '@tessera/kit/outbox';
import { benefitGrantCreated, productUpdated, subscriptionUpdated } from '@tessera/proto/events/billing';
import { type EntityManager, In } from 'typeorm';
import type { BenefitRow } from '../benefits/entity.ts';
import { holdBenefits } from '../benefits/find.ts';
import type { Billing } from '../billing.ts';
import type { CustomerRow } from '../customers/entity.ts';
import { holdCustomers } from '../customers/find.ts';
import { markStateChanged } from '../customers/state-changes.ts';
import { findPaidOrdersOfProduct } from '../orders/find.ts';
import { findProductsByIds } from '../products/find.ts';
import {
  findActiveSubscriptionsOfProduct,
  findSubscriptionsByIds,
  holdActiveSubscriptions,
} from '../subscriptions/find.ts';
import { GrantEntity, type GrantRow } from './entity.ts';
import { grantBenefits, revokeGrants, type Scope } from './service.ts';
import { tellGrant } from './view.ts';

const pageSize = 200;
const firstId = '00000000-0000-0000-0000-000000000000';

/** One change at a time: the last one read is then the last one followed. Following twice changes nothing. */
export const consumeProductChanges = (billing: Billing): Promise<Stoppable> =>
  billing.bus.consume({
    name: 'product-benefits',
    on: [
      on(productUpdated, ({ productId }) => followProduct(billing, productId)),
      on(subscriptionUpdated, ({ subscriptionId }) => followSubscription(billing, subscriptionId)),
    ],
  });

const followProduct = async ({ db, now }: Billing, productId: string): Promise<void> => {
  for (const [key, find] of [
    ['subscriptionId', findActiveSubscriptionsOfProduct],
    ['orderId', findPaidOrdersOfProduct],
  ] as const) {
    let after = firstId;
    for (;;) {
      const holders = await find(db.manager, { productId, after, limit: pageSize });
      if (holders.length > 0) await transact(db, (em) => followPage(em, now(), { productId, key, holders }));
      if (holders.length < pageSize) break;
      after = holders.at(-1)?.id ?? after;
    }
  }
};

/** As it is now: what the news tells may be over, and then there is later news. */
const followSubscription = async ({ db, now }: Billing, subscriptionId: string): Promise<void> => {
  const [row] = await findSubscriptionsByIds(db.manager, [subscriptionId]);
  if (!row) return;
  const { id, customerId, productId } = row;
  const page: Page = { productId, key: 'subscriptionId', holders: [{ id, customerId }] };
  await transact(db, (em) => followPage(em, now(), page));
};

/** `key` says what the holders are: subscriptions, or orders. */
type Page = {
  productId: string;
  key: 'subscriptionId' | 'orderId';
  holders: { id: string; customerId: string }[];
};

const followPage = async (em: EntityManager, now: Date, page: Page): Promise<void> => {
  const { productId, key } = page;
  const [product] = await findProductsByIds(em, [productId]);
  const { holders, customers } = await holdPage(em, page);
  const benefits = await holdBenefits(em, product?.benefits.map(({ id }) => id) ?? []);
  const rows = await em.find(GrantEntity, {
    where: { [key]: In(holders.map(({ id }) => id)) },
    lock: { mode: 'pessimistic_write' },
    order: { id: 'ASC' },
  });
  for (const holder of holders) {
    const customer = customers.find(({ id }) => id === holder.customerId);
    if (!customer) continue;
    const had = rows.filter((row) => row[key] === holder.id);
    const isNew = (benefit: BenefitRow) => !had.some(({ benefitId }) => benefitId === benefit.id);
    const scope = { [key]: holder.id } as Scope;
    await grantBenefits(em, now, { customer, benefits: benefits.filter(isNew), scope });
    if (key === 'subscriptionId') await grantAgain(em, now, { customer, benefits, rows: had });
  }
  if (key === 'orderId') return;
  const isLost = ({ benefitId, grantedAt }: GrantRow) =>
    grantedAt !== null && !benefits.some(({ id }) => id === benefitId);
  await revokeGrants(em, { id: In(rows.filter(isLost).map(({ id }) => id)) }, now);
};

/** Who still holds the product now, with their customers: neither can end before the transaction has. */
const holdPage = async (em: EntityManager, { key, holders }: Page) => {
  const customers = await holdCustomers(
    em,
    holders.map(({ customerId }) => customerId),
  );
  if (key === 'orderId') return { holders, customers };
  const active = await holdActiveSubscriptions(
    em,
    holders.map(({ id }) => id),
  );
  return { holders: holders.filter(({ id }) => active.has(id)), customers };
};

/** What a subscription lost with an earlier change comes back in its old place. */
const grantAgain = async (
  em: EntityManager,
  now: Date,
  { customer, benefits, rows }: { customer: CustomerRow; benefits: BenefitRow[]; rows: GrantRow[] },
): Promise<void> => {
  for (const row of rows) {
    const benefit = benefits.find(({ id }) => id === row.benefitId);
    if (row.grantedAt || !benefit) continue;
    const changes = { grantedAt: now, revokedAt: null, error: null, modifiedAt: now };
    await em.update(GrantEntity, { id: row.id }, changes);
    const told = { row: { ...row, ...changes }, customer, benefit, previousProperties: row.properties };
    await tellGrant(em, benefitGrantCreated, told);
    await markStateChanged(em, customer.id);
  }
};
