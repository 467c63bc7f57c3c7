import { PaymentListQuery, Payment as PaymentShape } from '@tessera/proto/api/billing/payment';
import { api, type Stored } from '../request/base.ts';
import { resource } from '../request/resource.ts';

export type Payment = Stored<typeof PaymentShape>;

const payments = resource('Payment', '/billing/v1/payments', { one: PaymentShape, query: PaymentListQuery });

export const { useListPaymentsQuery, useGetPaymentQuery } = api.injectEndpoints({
  endpoints: (build) => ({ listPayments: payments.list(build), getPayment: payments.get(build) }),
});
