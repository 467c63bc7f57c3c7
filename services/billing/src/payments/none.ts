/** A processor that takes no payments: free products can be had, paid ones fail with a message to the customer. */
import { Router } from '@tessera/kit/http/router';
import type { ChargeResult, PaymentProcessor } from './processor.ts';

const refuse = (): Promise<ChargeResult> =>
  Promise.resolve({
    status: 'failed',
    processorId: null,
    message: 'This shop cannot take payments yet. Nothing was charged.',
  });

export const createNoPayments = (): PaymentProcessor => ({
  charge: refuse,
  chargeSaved: refuse,
  saveMethod: refuse,
  findCharge: () => Promise.resolve(null),
  cancelCharge: () => Promise.resolve(),
  refund: () =>
    Promise.resolve({
      status: 'failed',
      processorId: null,
      message: 'This shop has no payments to refund.',
    }),
  findRefund: (_place, processorId) =>
    Promise.resolve({ status: 'failed', processorId, message: 'This shop has no payments to refund.' }),
  detachMethod: () => Promise.resolve(),
  routes: Router(),
  webhooks: Router(),
  listen: () => ({ stop: () => Promise.resolve() }),
});
