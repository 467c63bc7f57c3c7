/** Requests of the customer portal. */
import type { CustomerBenefitGrant as CustomerBenefitGrantShape } from '@tessera/proto/api/billing/customer-grant';
import type { CustomerCustomerMeter } from '@tessera/proto/api/billing/customer-meter';
import type {
  CustomerPaymentMethod as CustomerPaymentMethodShape,
  CustomerPortalCustomer as CustomerPortalCustomerShape,
} from '@tessera/proto/api/billing/customer-portal';
import type {
  CustomerOrderPaymentConfirmation as CustomerOrderPaymentConfirmationShape,
  CustomerOrderPaymentStatus as CustomerOrderPaymentStatusShape,
  CustomerOrder as CustomerOrderShape,
  CustomerOrganization as CustomerOrganizationShape,
  CustomerSubscriptionDuplicate as CustomerSubscriptionDuplicateShape,
  CustomerSubscriptionOffer as CustomerSubscriptionOfferShape,
  CustomerSubscription as CustomerSubscriptionShape,
} from '@tessera/proto/api/billing/customer-purchase';
import type { DownloadableRead } from '@tessera/proto/api/billing/file';
import type { LicenseKeyWithActivations } from '@tessera/proto/api/billing/license-key';
import type { MeterQuantities as MeterQuantitiesShape } from '@tessera/proto/api/billing/meter';
import type {
  ProjectedInvoice as ProjectedInvoiceShape,
  SubscriptionChangePreview,
} from '@tessera/proto/api/billing/subscription';
import type { Wallet as WalletShape } from '@tessera/proto/api/billing/wallet';
import type { Plain } from '@tessera/proto/api/wire';
import { call } from '../buyers/request/call.ts';

export type CustomerOrganization = Plain<CustomerOrganizationShape>;
export type Seller = CustomerOrganization['organization'];
export type Customer = Plain<CustomerPortalCustomerShape>;
export type Order = Plain<CustomerOrderShape>;
export type Subscription = Plain<CustomerSubscriptionShape>;
export type Duplicate = Plain<CustomerSubscriptionDuplicateShape>;
export type Offer = NonNullable<Plain<CustomerSubscriptionOfferShape>['offer']>;
export type Upcoming = Plain<ProjectedInvoiceShape>;
export type MeterQuantities = Plain<MeterQuantitiesShape>;
export type Grant = Plain<CustomerBenefitGrantShape>;
export type PaymentMethod = Plain<CustomerPaymentMethodShape>;
/** A saved card, or one to be confirmed: `clientSecret` identifies the bank's question. */
export type PaymentMethodSetup = PaymentMethod & {
  status: 'succeeded' | 'requires_action' | 'processing';
  clientSecret: string | null;
};
export type Wallet = Plain<WalletShape>;
export type Downloadable = Plain<DownloadableRead>;
export type LicenseKey = Plain<LicenseKeyWithActivations>;
export type CustomerMeter = Plain<CustomerCustomerMeter>;
export type ChangePreview = Plain<SubscriptionChangePreview>;
export type PaymentConfirmation = Plain<CustomerOrderPaymentConfirmationShape>;
export type PaymentStatus = Plain<CustomerOrderPaymentStatusShape>;
export type Page<Item> = { items: Item[]; pagination: { totalCount: number; maxPage: number } };

const portal = '/customer-portal';

/** The seller's public data. */
export const readSeller = (slug: string) =>
  call<CustomerOrganization>(`${portal}/organizations/${encodeURIComponent(slug)}`);

/**
 * Sends a code by mail. The reply reveals nothing about the address. `requestToken` binds guesses to this request;
 * servers of earlier releases answer without one.
 */
export const requestCode = (email: string, organizationId: string) =>
  call<{ requestToken: string } | null>(`${portal}/customer-session/request`, {
    method: 'POST',
    body: { email, organizationId },
  });

/** Signs in with a mailed code. */
export const authenticate = (body: {
  code: string;
  email: string;
  organizationId: string;
  requestToken?: string | undefined;
}) => call<{ token: string }>(`${portal}/customer-session/authenticate`, { method: 'POST', body });

/** Revokes a session's token. */
export const endSession = (token: string) =>
  call<null>(`${portal}/customer-session`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${token}` },
  });

/** Paths of the customer's data; each requires their session. */
export const routes = {
  me: `${portal}/customers/me`,
  everything: `${portal}/customers/me/export`,
  subscriptions: (query = '') => `${portal}/subscriptions/?${query}`,
  subscription: (id: string) => `${portal}/subscriptions/${encodeURIComponent(id)}`,
  preview: (id: string) => `${portal}/subscriptions/${encodeURIComponent(id)}/preview`,
  upcoming: (id: string) => `${portal}/subscriptions/${encodeURIComponent(id)}/upcoming`,
  duplicate: (id: string) => `${portal}/subscriptions/${encodeURIComponent(id)}/duplicate`,
  offer: (id: string) => `${portal}/subscriptions/${encodeURIComponent(id)}/offer`,
  orders: (query = '') => `${portal}/orders/?${query}`,
  order: (id: string) => `${portal}/orders/${encodeURIComponent(id)}`,
  invoice: (id: string) => `${portal}/orders/${encodeURIComponent(id)}/invoice`,
  payment: (id: string) => `${portal}/orders/${encodeURIComponent(id)}/confirm-payment`,
  paymentStatus: (id: string) => `${portal}/orders/${encodeURIComponent(id)}/payment-status`,
  grants: (query = '') => `${portal}/benefit-grants/?${query}`,
  grant: (id: string) => `${portal}/benefit-grants/${encodeURIComponent(id)}`,
  downloadables: (benefitId: string) =>
    `${portal}/downloadables/?benefit_id=${encodeURIComponent(benefitId)}&limit=100`,
  meters: (query = '') => `${portal}/meters/?${query}`,
  quantities: (id: string, query: string) => `${portal}/meters/${encodeURIComponent(id)}/quantities?${query}`,
  session: `${portal}/customer-session/introspect`,
  licenseKeys: (query = '') => `${portal}/license-keys/?${query}`,
  licenseKey: (id: string) => `${portal}/license-keys/${encodeURIComponent(id)}`,
  authorize: `${portal}/oauth-accounts/authorize`,
  deactivate: `${portal}/license-keys/deactivate`,
  emailUpdate: `${portal}/customers/me/email-update`,
  wallets: `${portal}/wallets/?limit=100`,
  methods: `${portal}/customers/me/payment-methods`,
  method: (id: string) => `${portal}/customers/me/payment-methods/${encodeURIComponent(id)}`,
} as const;
