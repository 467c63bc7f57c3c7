/** The HTTP API of payment accounts. */
import { manageable } from '@tessera/kit/access/rules';
import { endpointFor } from '@tessera/kit/http/endpoint';
import { needsScope } from '@tessera/kit/http/passport';
import { Router } from '@tessera/kit/http/router';
import {
  PaymentAccount,
  PaymentAccountCreate,
  PaymentAccountListQuery,
  PaymentAccountPage,
  PaymentAccountUpdate,
} from '@tessera/proto/api/billing/payment-account';
import { billingDialect } from '@tessera/proto/api/error';
import { IdPath } from '@tessera/proto/api/fields';
import type { Billing } from '../billing.ts';
import { findAccount } from '../payments/accounts/entity.ts';
import { changeKeys, connectAccount, disconnectAccount, listAccounts } from './connect.ts';
import { viewAccount } from './view.ts';

const endpoint = endpointFor(billingDialect);
const needsRead = needsScope('organizations:read', 'organizations:write');
const needsWrite = needsScope('organizations:write');

export const paymentAccountRoutes = (billing: Billing): Router => {
  const row = manageable(billing, findAccount);
  return Router()
    .get(
      '/payment-accounts',
      needsRead,
      endpoint(
        { query: PaymentAccountListQuery, reply: PaymentAccountPage, summary: 'List payment accounts' },
        ({ query, caller }) => listAccounts(billing, caller, query),
      ),
    )
    .post(
      '/payment-accounts',
      needsWrite,
      endpoint(
        {
          inPerson: true,
          body: PaymentAccountCreate,
          reply: PaymentAccount,
          status: 201,
          summary: 'Connect a payment account',
        },
        ({ body, caller }) => connectAccount(billing, caller, body),
      ),
    )
    .get(
      '/payment-accounts/:id',
      needsRead,
      endpoint(
        { params: IdPath, row, reply: PaymentAccount, summary: 'Get a payment account' },
        ({ row: found }) => viewAccount(billing, found),
      ),
    )
    .patch(
      '/payment-accounts/:id',
      needsWrite,
      endpoint(
        {
          params: IdPath,
          inPerson: true,
          row,
          body: PaymentAccountUpdate,
          reply: PaymentAccount,
          summary: "Update a payment account's keys",
        },
        ({ row: found, body, caller }) => changeKeys(billing, caller, { row: found, keys: body }),
      ),
    )
    .delete(
      '/payment-accounts/:id',
      needsWrite,
      endpoint(
        { params: IdPath, inPerson: true, row, summary: 'Disconnect a payment account' },
        ({ row: found, caller }) => disconnectAccount(billing, caller, found),
      ),
    );
};
