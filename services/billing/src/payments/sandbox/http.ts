/** The sandbox's HTTP API for the checkout page, which a real processor would serve from its own host. */
import { endpointFor } from '@tessera/kit/http/endpoint';
import { Router } from '@tessera/kit/http/router';
import {
  ConfirmationToken,
  ConfirmationTokenCreate,
  PaymentAuthenticated,
  PaymentAuthentication,
  PaymentAuthenticationPath,
} from '@tessera/proto/api/billing/sandbox';
import { billingDialect } from '@tessera/proto/api/error';
import type { Sandbox } from './sandbox.ts';

const endpoint = endpointFor(billingDialect);

export const sandboxRoutes = (sandbox: Sandbox): Router =>
  Router()
    .post(
      '/sandbox/confirmation-tokens',
      endpoint(
        {
          body: ConfirmationTokenCreate,
          reply: ConfirmationToken,
          status: 201,
          summary: 'Exchange a test card for a confirmation token',
        },
        ({ body }) => sandbox.createConfirmationToken(body),
      ),
    )
    .post(
      '/sandbox/payments/:intentClientSecret/authenticate',
      endpoint(
        {
          params: PaymentAuthenticationPath,
          body: PaymentAuthentication,
          reply: PaymentAuthenticated,
          summary: "Answer the bank's challenge for a test payment",
        },
        ({ params, body }) => sandbox.authenticate(params.intentClientSecret, body),
      ),
    );
