import { Customer, CustomerState } from '@tessera/proto/api/billing/customer';
import { CustomerMeterPage } from '@tessera/proto/api/billing/customer-meter';
import { CustomerPaymentMethodPage } from '@tessera/proto/api/billing/customer-portal';
import { MetricsResponse } from '@tessera/proto/api/billing/metrics';
import { OrderPage } from '@tessera/proto/api/billing/order';
import { PaymentPage } from '@tessera/proto/api/billing/payment';
import { RefundPage } from '@tessera/proto/api/billing/refund';
import { SubscriptionPage } from '@tessera/proto/api/billing/subscription';
import { WalletPage } from '@tessera/proto/api/billing/wallet';
import { metricsWith } from './metrics.ts';
import { grace, nothing } from './sales.ts';
import { type Handler, reply } from './server.ts';

const state = { ...grace, activeSubscriptions: [], grantedBenefits: [], activeMeters: [] };

/** What the server answers to the page of Grace, who has bought nothing. */
export const pageOfGrace: Record<string, Handler> = {
  [`GET /billing/v1/customers/${grace.id}`]: reply(Customer, grace),
  [`GET /billing/v1/customers/${grace.id}/state`]: reply(CustomerState, state),
  [`GET /billing/v1/customers/${grace.id}/payment-methods`]: reply(CustomerPaymentMethodPage, nothing),
  'GET /billing/v1/orders': reply(OrderPage, nothing),
  'GET /billing/v1/subscriptions': reply(SubscriptionPage, nothing),
  'GET /billing/v1/payments': reply(PaymentPage, nothing),
  'GET /billing/v1/refunds': reply(RefundPage, nothing),
  'GET /billing/v1/customer-meters': reply(CustomerMeterPage, nothing),
  'GET /billing/v1/metrics': reply(MetricsResponse, metricsWith()),
  'GET /billing/v1/wallets': reply(WalletPage, nothing),
};
