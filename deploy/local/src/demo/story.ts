/** The demo seller, and everything that they sell. */

/** The credentials. */
export const seller = { name: 'Dana Demo', email: 'demo@example.com', password: 'tessera-demo' };

export const organization = { name: 'Northwind Studio', slug: 'northwind-studio' };

export type DemoProduct = {
  key: string;
  name: string;
  description: string;
  interval: 'month' | 'year' | null;
  price: Record<string, unknown>;
  /** The prices in other currencies. */
  abroad?: Record<string, unknown>[];
  benefits: string[];
  /** No longer sold. */
  isArchived?: boolean;
  /** A usage price in addition: the meter's key, and the unit price as the API takes it. */
  usage?: { meter: string; price: Record<string, unknown> };
};

export const benefits = [
  { key: 'community', description: 'Private community', note: 'Your invitation: https://example.com/join' },
  { key: 'support', description: 'Answers within a day', note: 'Write to support@example.com, say "Pro".' },
  { key: 'templates', description: 'Template library', note: 'Password of the library: north-star' },
] as const;

export const meters = [
  {
    key: 'renders',
    name: 'Rendered pages',
    filter: { conjunction: 'and', clauses: [{ property: 'name', operator: 'eq', value: 'page.rendered' }] },
    aggregation: { func: 'sum', property: 'pages' },
  },
] as const;

/** Each shape once. `codes`: the number of single-use codes; `products`: keys of the products that it is limited to. */
export const discounts = [
  {
    name: 'Launch week',
    code: 'LAUNCH25',
    type: 'percentage',
    basis_points: 2500,
    duration: 'once',
    max_redemptions: 50,
    codes: 0,
    products: [],
  },
  {
    name: 'Three months at half price',
    code: 'HALF3',
    type: 'percentage',
    basis_points: 5000,
    duration: 'repeating',
    duration_in_months: 3,
    max_redemptions_per_customer: 1,
    codes: 0,
    products: [],
  },
  { name: 'Friends of the studio', type: 'fixed', amount: 500, duration: 'forever', codes: 40, products: [] },
  {
    name: 'Two years of teamwork',
    code: 'TEAM2',
    type: 'fixed',
    amount: 9000,
    duration: 'repeating',
    duration_in_months: 24,
    codes: 0,
    products: ['team'],
  },
] as const;

/** A license for the desktop app: one key per customer, for up to three devices. */
export const appLicense = {
  type: 'license_keys',
  description: 'License for the desktop app',
  properties: {
    prefix: 'STUDIO',
    activations: { limit: 3, enable_customer_admin: true },
    limit_usage: null,
    expires: null,
  },
};

export const products: DemoProduct[] = [
  {
    key: 'pro',
    name: 'Studio Pro',
    description: 'All templates, new ones every week, and answers within a day.',
    interval: 'month',
    price: { amount_type: 'fixed', price_amount: 1900 },
    benefits: ['community', 'support', 'templates', 'app'],
  },
  {
    key: 'render',
    name: 'Render API',
    description: 'Templates turned into pages by our servers: a small base, then by the page.',
    interval: 'month',
    price: { amount_type: 'fixed', price_amount: 900 },
    usage: { meter: 'renders', price: { unit_amount: '0.4' } },
    benefits: ['support', 'pages'],
  },
  {
    key: 'scale',
    name: 'Render API Scale',
    description: 'For many pages: the more are turned, the less each costs.',
    interval: 'month',
    price: { amount_type: 'fixed', price_amount: 2900 },
    usage: {
      meter: 'renders',
      price: {
        unit_tiers: {
          tier_type: 'graduated',
          tiers: [
            { max_units: 1000, unit_amount: '0.3' },
            { max_units: 10_000, unit_amount: '0.2' },
            { max_units: null, unit_amount: '0.1' },
          ],
        },
        cap_amount: 20_000,
      },
    },
    benefits: ['support', 'pages'],
  },
  {
    key: 'team',
    name: 'Studio Team',
    description: 'Studio Pro for everybody you work with, paid once a year.',
    interval: 'year',
    price: { amount_type: 'fixed', price_amount: 49_000 },
    benefits: ['community', 'support', 'templates', 'app'],
  },
  {
    key: 'book',
    name: 'Designing with Grids',
    description: 'The handbook as PDF, with its templates.',
    interval: null,
    price: { amount_type: 'fixed', price_amount: 3400 },
    abroad: [
      { amount_type: 'fixed', price_amount: 3200, price_currency: 'eur' },
      { amount_type: 'fixed', price_amount: 5200, price_currency: 'jpy' },
    ],
    benefits: ['handbook', 'templates'],
  },
  {
    key: 'starter',
    name: 'Starter Kit',
    description: 'Twelve templates to begin with.',
    interval: null,
    price: { amount_type: 'free' },
    benefits: ['community'],
  },
  {
    key: 'coffee',
    name: 'Buy us a coffee',
    description: 'Pay what you like and keep the free kit growing.',
    interval: null,
    price: { amount_type: 'custom', minimum_amount: 300, preset_amount: 500 },
    benefits: [],
  },
  {
    key: 'preview',
    name: 'Studio Preview',
    description: 'The first templates, before there were plans.',
    interval: 'month',
    price: { amount_type: 'fixed', price_amount: 900 },
    isArchived: true,
    benefits: ['templates'],
  },
];

/** Where the seller collects tax, and the tax number on invoices. */
export const registration = { country: 'DE', scheme: 'eu_oss', tax_number: 'DE136695976' } as const;
export const sellerDetails = {
  legal_name: 'Northwind Studio GmbH',
  address: { country: 'DE', line1: 'Torstraße 49', postal_code: '10119', city: 'Berlin' },
  tax_id: 'DE136695976',
} as const;

/** Days between the seller's sign-up and today. */
export const openedDaysAgo = 150;
