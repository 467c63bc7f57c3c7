/** What a caller of an order may be told. */
import { defineErrors, refuseField } from '@tessera/kit/errors';

export const orderErrors = defineErrors({
  NotPaidOrder: { status: 422, message: 'The order is not paid.' },
});

export const refuseFrozen = () =>
  refuseField(['body', 'billing_name'], 'The billing details cannot change once the invoice is generated.');
