/** Tax where no customer is there who could be asked for their place. */
import type { Billing } from '../billing.ts';
import { noTax, type TaxAnswer, type TaxQuestion, UnknownPlace } from '../money/tax.ts';

/** A place that does not say which tax is due costs no customer their subscription: none is charged, and the log says so. */
export const calculateOrNone = async (
  { tax, log }: Pick<Billing, 'tax' | 'log'>,
  question: TaxQuestion,
): Promise<TaxAnswer> => {
  try {
    return await tax.calculate(question);
  } catch (error) {
    if (!(error instanceof UnknownPlace)) throw error;
    const { organizationId, idempotencyKey } = question;
    log.warn(
      { organizationId, idempotencyKey },
      'no tax was charged: the place of the customer is not known',
    );
    return noTax;
  }
};
