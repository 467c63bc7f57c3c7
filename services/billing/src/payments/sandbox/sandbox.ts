/** The sandbox operations that the customer's browser calls. */
import type { ConfirmationTokenCreate, PaymentAuthentication } from '@tessera/proto/api/billing/sandbox';

export type Sandbox = {
  createConfirmationToken: (input: ConfirmationTokenCreate) => Promise<{
    id: string;
    brand: string;
    last4: string;
  }>;
  authenticate: (
    intentClientSecret: string,
    answer: PaymentAuthentication,
  ) => Promise<{ status: 'processing' | 'failed' }>;
};
