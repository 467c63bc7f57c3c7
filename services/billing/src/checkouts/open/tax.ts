/** The tax of a checkout: calculated outside transactions, and stored only if its inputs have not changed. */
import { isOutage } from '@tessera/kit/database/outage';
import { sha256 } from '@tessera/kit/secrets';
import type { Billing } from '../../billing.ts';
import type { TaxQuestion } from '../../money/tax.ts';
import type { CheckoutRow } from '../entity.ts';
import { refuse } from '../errors.ts';

export type TaxResult = { key: string } & Pick<CheckoutRow, 'taxAmount' | 'taxDetails'>;

/** The tax inputs. Zero when nothing is due; null when the address is unknown. */
const questionOf = (row: CheckoutRow): Omit<TaxQuestion, 'idempotencyKey'> | number | null => {
  const netAmount = row.amount - row.discountAmount;
  if (netAmount <= 0) return 0;
  if (!row.customerBillingAddress) return null;
  return {
    organizationId: row.organizationId,
    productId: row.productId,
    netAmount,
    currency: row.currency,
    address: row.customerBillingAddress,
    taxId: row.customerTaxId,
  };
};

/** A hash of the tax inputs. */
export const taxInputHash = (row: CheckoutRow): string => sha256(JSON.stringify(questionOf(row)));

/** Calculates the tax; null when it is unknown. `isFinal`: throws on failure instead of returning null. */
export const taxOf = async (
  { tax, log }: Pick<Billing, 'tax' | 'log'>,
  row: CheckoutRow,
  isFinal: boolean,
): Promise<TaxResult> => {
  const question = questionOf(row);
  const key = taxInputHash(row);
  if (question === null || typeof question === 'number')
    return { key, taxAmount: question, taxDetails: null };
  try {
    const { amount, details } = await tax.calculate({ ...question, idempotencyKey: `${row.id}:${key}` });
    return { key, taxAmount: amount, taxDetails: details };
  } catch (error) {
    // An outage says nothing about the address: the buyer can retry.
    if (isFinal && isOutage(error)) throw error;
    log.warn({ err: error, checkoutId: row.id }, 'tax could not be calculated');
    if (isFinal)
      throw refuse('customer_billing_address', 'The tax for this address could not be determined.');
    return { key, taxAmount: null, taxDetails: null };
  }
};
