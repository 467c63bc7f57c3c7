/** Errors of orders. */
import { AppError, defineErrors } from '@tessera/kit/errors';
import type { OrderUpdate } from '@tessera/proto/api/billing/order';

export const orderErrors = defineErrors({
  NotPaidOrder: { status: 422, message: 'The order is not paid.' },
  ErasedCustomer: {
    status: 422,
    message: "The customer's data has been erased. There is no address left to write to.",
  },
});

const frozen = 'Billing details cannot be changed once the invoice is generated.';

/** Names the details that would change. */
export const refuseFrozen = (changed: readonly (keyof OrderUpdate)[]): AppError =>
  new AppError({
    name: 'RequestValidationError',
    status: 422,
    message: frozen,
    fields: changed.map((key) => ({ loc: ['body', wireKeys[key]], msg: frozen, type: 'value_error' })),
  });

const wireKeys = { billingName: 'billing_name', billingAddress: 'billing_address' } as const;
