/** Updates open checkouts, by seller or customer. */
import { leavesAsIs } from '@tessera/kit/database/changes';
import { transact } from '@tessera/kit/events/outbox';
import type { CheckoutUpdate, CheckoutUpdatePublic } from '@tessera/proto/api/billing/checkout-requests';
import { checkoutUpdated } from '@tessera/proto/events/billing';
import type { EntityManager } from 'typeorm';
import { getOrganization } from '../../access/organizations/service.ts';
import type { Billing } from '../../billing.ts';
import { hasBillableSubscription } from '../../subscriptions/find.ts';
import { broadcastCheckout } from '../broadcast.ts';
import { type CheckoutRow, lockCheckout, writeCheckout } from '../entity.ts';
import { checkoutErrors } from '../errors.ts';
import { emitCheckout } from '../events.ts';
import { getClientRow, viewClient } from '../read.ts';
import { type CheckoutContext, loadCheckoutContext, viewCheckout } from '../view.ts';
import { applyChanges, type Changes } from './changes.ts';
import { lockAnsweredFields } from './custom-fields.ts';
import { findNamedDiscount, type Offer } from './discount.ts';
import { ipCountryOf } from './ip-country.ts';
import { assertMetadataFits } from './link.ts';
import { type TaxResult, taxInputHash, taxOf } from './tax.ts';

/** Updates as the seller. Throws NotOpenCheckout unless the checkout is open and not overdue. */
export const updateCheckout = async (billing: Billing, seen: CheckoutRow, body: CheckoutUpdate) => {
  if (seen.status === 'open' && seen.expiresAt <= billing.now()) throw checkoutErrors.NotOpenCheckout();
  const ipCountry = await ipCountryOf(billing, body.customerIpAddress);
  const { row, context } = await changeCheckout(billing, seen, { ...body, ipCountry, isSeller: true });
  return viewCheckout(row, context);
};

/** Updates as the customer. */
export const updateClientCheckout = async (
  billing: Billing,
  clientSecret: string,
  body: CheckoutUpdatePublic,
) => {
  const seen = await getClientRow(billing, { clientSecret });
  const { row } = await changeCheckout(billing, seen, body);
  return viewClient(billing, row);
};

const changeCheckout = async (billing: Billing, seen: CheckoutRow, changes: Changes) => {
  const { allowMultipleSubscriptions } = await getOrganization(billing, seen.organizationId);
  const changed = await withStableTax(billing, { seen, changes, isFinal: false }, (prepared) =>
    transact(billing.db, async (em) => {
      const { context } = prepared;
      const locked = await lockCheckout(em, seen);
      const row = await changeHeld(em, locked, { ...prepared, changes });
      if (!allowMultipleSubscriptions) await assertNoSubscription(em, row);
      if (changes.customerMetadata) await assertMetadataFits(em, row);
      if (locked && leavesAsIs(locked, row)) return { row, context, isChanged: false };
      const written = await writeCheckout(em, row, { ...row, modifiedAt: billing.now() });
      await emitCheckout(em, checkoutUpdated, { row: written, context });
      return { row: written, context, isChanged: true };
    }),
  );
  if (changed.isChanged) broadcastCheckout(billing, seen.id);
  return changed;
};

/** The inputs of a change, loaded before the row is locked. */
export type Prepared = { context: CheckoutContext; offer: Offer; taxed: TaxResult };

/**
 * Thrown under the locks when a concurrent change has made the prepared inputs stale, or has renamed an answered
 * field. The change is then prepared again.
 */
export class Outdated extends Error {}

/** Optimistic check: prepares a change outside transactions, runs it, and retries on Outdated, at most five times. */
export const withStableTax = async <Result>(
  billing: Billing,
  { seen, changes, isFinal }: { seen: CheckoutRow; changes: Changes; isFinal: boolean },
  run: (prepared: Prepared) => Promise<Result>,
): Promise<Result> => {
  let row = seen;
  for (let tries = 1; ; tries += 1) {
    if (row.status !== 'open') throw checkoutErrors.NotOpenCheckout();
    const { context, offer } = await prepare(billing, row, changes);
    const taxed = await taxOf(billing, applyChanges(row, changes, offer), isFinal);
    try {
      return await run({ context, offer, taxed });
    } catch (error) {
      if (!(error instanceof Outdated) || tries > 5) throw error;
      row = await getClientRow(billing, { id: seen.id });
    }
  }
};

const prepare = async (billing: Billing, row: CheckoutRow, changes: Changes) => {
  const em = billing.db.manager;
  const loaded = await loadCheckoutContext(billing, em, [row]);
  const named = await findNamedDiscount(em, row, changes);
  const { products, discounts } = loaded;
  const context = { ...loaded, discounts: named ? [...discounts, named.discount] : discounts };
  return { context, offer: { products, discounts, named, now: billing.now() } };
};

/**
 * Returns the changed row with its tax; `locked` is the row under its lock. Throws NotOpenCheckout, or Outdated for
 * stale inputs. Writes nothing.
 */
export const changeHeld = async (
  em: EntityManager,
  locked: CheckoutRow | null,
  { changes, offer, taxed }: Prepared & { changes: Changes },
): Promise<CheckoutRow> => {
  if (locked?.status !== 'open') throw checkoutErrors.NotOpenCheckout();
  // A discount set by a concurrent change was not loaded.
  if (locked.discountId && !offer.discounts.some(({ id }) => id === locked.discountId)) throw new Outdated();
  const row = applyChanges(locked, changes, offer);
  if (taxInputHash(row) !== taxed.key) throw new Outdated();
  if (!(await lockAnsweredFields(em, row, offer.products))) throw new Outdated();
  return { ...row, taxAmount: taxed.taxAmount, taxDetails: taxed.taxDetails };
};

/**
 * Throws when the seller allows one subscription per customer and there is one; upgrades are allowed. Checked only
 * for customers that the seller identified: others must not learn whether an address subscribes (see complete.ts).
 */
export const assertNoSubscription = async (em: EntityManager, row: CheckoutRow): Promise<void> => {
  if (!row.isRecurring || row.subscriptionId || !row.isCustomerFromSeller) return;
  const { organizationId, customerId, customerEmail: email } = row;
  if (await hasBillableSubscription(em, { organizationId, customerId, email }))
    throw checkoutErrors.AlreadyActiveSubscriptionError();
};
