/** Answers the gateway's requests about embedding a checkout in a frame. */
import { askCheckoutFrame } from '@tessera/proto/api/asks';
import type { Billing } from '../billing.ts';
import { type CheckoutRow, findCheckout } from './entity.ts';

export const answerCheckoutFrames = ({
  bus,
  db,
  payments,
  now,
}: Pick<Billing, 'bus' | 'db' | 'payments' | 'now'>): Promise<void> =>
  bus.answer(askCheckoutFrame, async ({ clientSecret }) => {
    const checkout = await findCheckout(db.manager, { clientSecret });
    if (!checkout) return null;
    const { processor } = await payments.placeOf(db.manager, checkout.organizationId);
    return {
      embedOrigin: checkout.embedOrigin,
      isAtStripe: processor === 'stripe',
      openUntil: isUntouched(checkout, now()) ? checkout.expiresAt.toISOString() : null,
    };
  });

/** Whether it is open and contains no data of a buyer yet. */
const isUntouched = (checkout: CheckoutRow, now: Date): boolean =>
  checkout.status === 'open' &&
  checkout.expiresAt > now &&
  [checkout.customerId, checkout.customerEmail, checkout.customerName, checkout.customerExternalId].every(
    (one) => one === null,
  );
