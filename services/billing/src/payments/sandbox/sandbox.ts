/** What the customer's browser does with the sandbox. */
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
