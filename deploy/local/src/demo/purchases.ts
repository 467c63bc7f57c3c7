/** Who bought what from the demo seller, and when. */
const oakland = { country: 'US', state: 'CA', city: 'Oakland', postal_code: '94607', line1: '1 Bay St' };
/** Customers in other countries; one is a business. */
const elsewhere: Readonly<Record<string, { address: object; taxId?: string }>> = {
  'Jonas Weber': { address: { country: 'DE', city: 'Hamburg', postal_code: '20095', line1: 'Ballindamm 3' } },
  'Noah Fischer': { address: { country: 'DE', city: 'Köln', postal_code: '50667', line1: 'Domkloster 4' } },
  'Chloe Martin': { address: { country: 'FR', city: 'Lyon', postal_code: '69002', line1: '8 rue Mercière' } },
  'Sofia Rossi': {
    address: { country: 'IT', city: 'Milano', postal_code: '20121', line1: 'Via Brera 12' },
    taxId: 'IT00743110157',
  },
};

/** The billing address, and tax id if any, that a customer enters. */
export const placeOf = (customer: string): object => {
  const { address, taxId } = elsewhere[customer] ?? { address: oakland };
  return { customer_billing_address: address, ...(taxId && { customer_tax_id: taxId }) };
};

export type Purchase = {
  daysAgo: number;
  customer: string;
  product: string;
  amount?: number;
  code?: string;
  isDeclinedFirst?: boolean;
  /** Abandoned before payment. */
  isAbandoned?: boolean;
  /** The refund: the amount in cents without tax; without an amount, all of it. */
  refund?: { reason: string; amount?: number };
  /** Whether the customer then saves a card that fails at the next renewal. */
  isFailingLater?: boolean;
};

/** The customer with everything that the customer portal shows. */
export const everythingCustomer = 'Clara Jensen';

const purchase = (
  daysAgo: number,
  customer: string,
  product: string,
  more: Partial<Purchase> = {},
): Purchase => ({
  daysAgo,
  customer,
  product,
  ...more,
});

/** Five months of sales, from the first friend to a few a week; oldest first. */
export const purchases: Purchase[] = [
  purchase(146, 'Mara Lindqvist', 'starter'),
  purchase(139, 'Mara Lindqvist', 'book'),
  purchase(131, 'Jonas Weber', 'coffee', { amount: 500 }),
  purchase(124, 'Jonas Weber', 'pro'),
  purchase(117, 'Priya Raman', 'starter'),
  purchase(109, 'Chloe Martin', 'book', { code: 'LAUNCH25' }),
  purchase(101, 'Chloe Martin', 'team', { isDeclinedFirst: true }),
  purchase(94, 'Tomas Novak', 'starter'),
  purchase(88, 'Aisha Bello', 'pro'),
  purchase(80, 'Lucas Ferreira', 'book'),
  purchase(73, 'Hana Sato', 'coffee', { amount: 1500 }),
  purchase(66, 'Hana Sato', 'pro', { code: 'HALF3' }),
  purchase(58, 'Owen Clarke', 'starter'),
  purchase(51, 'Owen Clarke', 'book', { refund: { reason: 'customer_request' } }),
  purchase(45, 'Sofia Rossi', 'team'),
  purchase(40, 'Clara Jensen', 'pro'),
  purchase(38, 'Mateo Silva', 'pro', { isDeclinedFirst: true }),
  purchase(35, 'Clara Jensen', 'team'),
  purchase(31, 'Ingrid Dahl', 'starter'),
  purchase(26, 'Ingrid Dahl', 'book', { code: 'launch25' }),
  purchase(22, 'Noah Fischer', 'pro'),
  purchase(20, 'Liam Okafor', 'render'),
  purchase(19, 'Clara Jensen', 'render'),
  purchase(17, 'Leila Haddad', 'coffee', { amount: 2500, refund: { reason: 'duplicate', amount: 1000 } }),
  purchase(13, 'Leila Haddad', 'book'),
  purchase(12, 'Clara Jensen', 'book', { isFailingLater: true }),
  purchase(11, 'Emma Roth', 'render'),
  purchase(10, 'Petra Holm', 'team', { isDeclinedFirst: true, isAbandoned: true }),
  purchase(9, 'Ethan Brooks', 'pro', { code: 'HALF3' }),
  purchase(8, 'Priya Raman', 'scale'),
  purchase(6, 'Yuki Tanaka', 'starter'),
  purchase(5, 'Nora Lind', 'render'),
  purchase(3, 'Yuki Tanaka', 'team'),
  purchase(2, 'Ruben Castro', 'book', { isAbandoned: true }),
  purchase(1, 'Amara Diallo', 'pro'),
  purchase(0, 'Diego Morales', 'book'),
];
