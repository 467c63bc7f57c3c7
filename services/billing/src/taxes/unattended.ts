/** Tax calculation where no customer is present to correct their address. */
import type { Billing } from '../billing.ts';
import { noTax, type TaxAnswer, type TaxQuestion, UnknownPlace } from '../money/tax.ts';

/** An address that is not precise enough must not end a subscription: no tax is charged, and a warning is logged. */
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
