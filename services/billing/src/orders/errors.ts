/** What a caller of an order may be told. */
import { refuseField } from '@tessera/kit/errors';

export const refuseFrozen = () =>
  refuseField(['body', 'billing_name'], 'The billing details cannot change once the invoice is generated.');
