/** What a caller of an order may be told. */
import { defineErrors, refuseField } from '@tessera/kit/errors';

export const orderErrors = defineErrors({
  NotPaidOrder: { status: 422, message: 'The order is not paid.' },
  ErasedCustomer: { status: 422, message: 'The customer has been erased: nobody is left to write to.' },
});

export const refuseFrozen = () =>
  refuseField(['body', 'billing_name'], 'The billing details cannot change once the invoice is generated.');
