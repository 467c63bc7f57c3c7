/** Prices in mails: those that do not contain the tax which the customer pays say so. */
import type { EntityManager } from 'typeorm';
import { findLatestOrder } from '../orders/find.ts';
import type { FullSubscription } from '../subscriptions/view.ts';
import type { Words } from './templates/words.ts';

/** Whether tax is added to the price of the subscription's product, as its latest order shows. */
export const addsTax = async (
  em: EntityManager,
  { row, product }: Pick<FullSubscription, 'row' | 'product'>,
): Promise<boolean> => {
  if (product.taxBehavior === 'inclusive' || !product.isTaxApplicable) return false;
  return (await findLatestOrder(em, row.id))?.taxDetails?.reason === 'standard_rated';
};

/** `amount`: minor units, without the tax if `isTaxAdded`. */
export const priceInWords = (
  { t, money }: Words,
  { amount, currency, isTaxAdded }: { amount: number; currency: string; isTaxAdded: boolean },
): string => (isTaxAdded ? t('price.plusTax', { amount: money(amount, currency) }) : money(amount, currency));
