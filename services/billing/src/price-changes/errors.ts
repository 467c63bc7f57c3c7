/** Errors of price changes. */
import { defineErrors } from '@tessera/kit/errors';

export const priceChangeErrors = defineErrors({
  PriceChangeInProgress: { status: 409, message: 'Another change to these prices is being announced.' },
  PriceChangeDone: { status: 403, message: 'Nothing is left of this change to withdraw.' },
});
