/** Answers the gateway, which asks who may show a checkout in a frame. */
import { askCheckoutFrame } from '@tessera/proto/api/asks';
import type { Billing } from '../billing.ts';
import { findCheckout } from './entity.ts';

export const answerCheckoutFrames = ({ bus, db }: Pick<Billing, 'bus' | 'db'>): Promise<void> =>
  bus.answer(askCheckoutFrame, async ({ clientSecret }) => {
    const checkout = await findCheckout(db.manager, { clientSecret });
    return checkout && { embedOrigin: checkout.embedOrigin };
  });
