import {
  PaymentAccountCreate,
  PaymentAccountListQuery,
  PaymentAccount as PaymentAccountShape,
  PaymentAccountUpdate,
} from '@tessera/proto/api/billing/payment-account';
import { api, type Stored } from '../request/base.ts';
import { resource } from '../request/resource.ts';

export type PaymentAccount = Stored<typeof PaymentAccountShape>;

const accounts = resource('PaymentAccount', '/billing/v1/payment-accounts', {
  one: PaymentAccountShape,
  query: PaymentAccountListQuery,
});

export const {
  useListPaymentAccountsQuery,
  useCreatePaymentAccountMutation,
  useUpdatePaymentAccountMutation,
  useDeletePaymentAccountMutation,
} = api.injectEndpoints({
  endpoints: (build) => ({
    listPaymentAccounts: accounts.list(build),
    createPaymentAccount: accounts.create(build, PaymentAccountCreate),
    updatePaymentAccount: accounts.update(build, PaymentAccountUpdate),
    deletePaymentAccount: accounts.remove(build),
  }),
});
