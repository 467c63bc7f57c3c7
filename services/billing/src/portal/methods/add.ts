/** Saves a card at the processor without moving money. Its bank may still require a challenge. */
import { kitErrors, refuseField } from '@tessera/kit/errors';
import { transact } from '@tessera/kit/events/outbox';
import type {
  CustomerPaymentMethodCreate,
  CustomerPaymentMethodSetup,
} from '@tessera/proto/api/billing/customer-portal';
import type { CustomerCaller } from '@tessera/proto/api/passport';
import { findEnded } from '../../access/organizations/service.ts';
import type { Billing } from '../../billing.ts';
import { customerIdOf } from '../../customer-sessions/own.ts';
import { waitForPayment } from '../../customer-sessions/wait.ts';
import { findCustomerById, lockCustomer } from '../../customers/find.ts';
import { nextAttempt } from '../../payments/entity.ts';
import { findProcessorCustomer } from '../../payments/methods/choose.ts';
import { findMethodOf } from '../../payments/methods/entity.ts';
import type { Purpose } from '../../payments/purpose.ts';
import { findPayment, type PaymentRow, writeIntent } from '../../payments/service.ts';
import { chargePayment, refreshPayment } from '../../payments/settlement.ts';
import { viewMethod } from './methods.ts';
import { insertSetup } from './setups.ts';

const currency = 'usd';

/** Throws NotPermitted at a deleted seller, which charges nobody any more; a field error if the card is declined. */
export const addMethod = async (
  billing: Billing,
  caller: CustomerCaller,
  { confirmationTokenId, setDefault }: CustomerPaymentMethodCreate,
): Promise<CustomerPaymentMethodSetup> => {
  const customer = await findCustomerById(billing.db.manager, customerIdOf(caller));
  if (!customer) throw kitErrors.ResourceNotFound();
  const place = await billing.payments.placeOf(billing.db.manager, customer.organizationId);
  const payment = await transact(billing.db, async (em) => {
    await lockCustomer(em, customer.id);
    if ((await findEnded(em, [customer.organizationId])).size > 0)
      throw kitErrors.NotPermitted('This seller no longer sells, and takes no cards.');
    const purpose: Purpose = { kind: 'card_setup', id: customer.id };
    const attempt = await nextAttempt(em, purpose);
    const written = await writeIntent(em, billing.now(), {
      place,
      processorCustomerId: await findProcessorCustomer(em, { customerId: customer.id, place }),
      purpose,
      source: { token: confirmationTokenId },
      attempt,
      idempotencyKey: `card_setup:${customer.id}:${attempt}`,
      keepsMethod: true,
      productPriceId: null,
      customerEmail: customer.email,
      amount: 0,
      currency,
    });
    await insertSetup(em, { paymentId: written.id, isDefault: setDefault });
    return written;
  });
  await chargePayment(billing, payment);
  return view(billing, await waitForPayment(billing, payment.id));
};

/** Returns the state of saving a card after the bank's challenge. Throws ResourceNotFound. */
export const confirmMethod = async (
  billing: Billing,
  caller: CustomerCaller,
  { setupIntentId }: { setupIntentId: string },
): Promise<CustomerPaymentMethodSetup> => {
  const customerId = customerIdOf(caller);
  const payment = await findPayment(billing.db.manager, setupIntentId);
  if (payment?.purposeKind !== 'card_setup' || payment.purposeId !== customerId)
    throw kitErrors.ResourceNotFound();
  await refreshPayment(billing, payment);
  return view(billing, await waitForPayment(billing, payment.id));
};

const view = async ({ db }: Billing, payment: PaymentRow): Promise<CustomerPaymentMethodSetup> => {
  if (payment.status === 'failed')
    throw refuseField(['body', 'confirmation_token_id'], payment.declineMessage ?? 'The card was declined.');
  const method = payment.status === 'succeeded' ? await findMethodOf(db.manager, payment) : null;
  if (method) return { ...viewMethod(method), status: 'succeeded', clientSecret: null };
  const { id, createdAt, intentClientSecret: clientSecret } = payment;
  const status = payment.status === 'requires_action' ? 'requires_action' : 'processing';
  return { id, createdAt, type: 'card', default: false, status, clientSecret };
};
