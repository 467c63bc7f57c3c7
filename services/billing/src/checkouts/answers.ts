/** Answers the gateway, which asks who may show a checkout in a frame. */
import { askCheckoutFrame } from '@tessera/proto/api/asks';
import type { Billing } from '../billing.ts';
import { findCheckout } from './entity.ts';

export const answerCheckoutFrames = ({
  bus,
  db,
  payments,
}: Pick<Billing, 'bus' | 'db' | 'payments'>): Promise<void> =>
  bus.answer(askCheckoutFrame, async ({ clientSecret }) => {
    const checkout = await findCheckout(db.manager, { clientSecret });
    if (!checkout) return null;
    const { processor } = await payments.placeOf(db.manager, checkout.organizationId);
    return { embedOrigin: checkout.embedOrigin, isAtStripe: processor === 'stripe' };
  });
