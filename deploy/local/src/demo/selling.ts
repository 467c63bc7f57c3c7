/** The custom fields of the demo seller, the answers of buyers, and the checkout links. */
import type { ApiClient } from './api-client.ts';

const v1 = '/api/billing/v1';

type Identified = { id: string };

const customFields = [
  {
    type: 'text',
    slug: 'company',
    name: 'Company',
    properties: { form_label: 'Your company', form_placeholder: 'Northwind Ltd.', max_length: 80 },
  },
  {
    type: 'number',
    slug: 'seats',
    name: 'Seats',
    properties: { form_label: 'How many of you will use it?', ge: 1, le: 500 },
  },
  {
    type: 'select',
    slug: 'heard-from',
    name: 'Heard from',
    properties: {
      form_label: 'How did you hear about us?',
      options: [
        { value: 'friend', label: 'A friend' },
        { value: 'search', label: 'A search' },
        { value: 'talk', label: 'A talk' },
      ],
    },
  },
  {
    type: 'date',
    slug: 'needed-by',
    name: 'Needed by',
    properties: { form_help_text: 'We plan around it.' },
  },
  {
    type: 'checkbox',
    slug: 'news',
    name: 'News',
    properties: { form_label: 'Write to me about new templates' },
  },
] as const;

type Slug = (typeof customFields)[number]['slug'];

/** The custom fields of products, by product key; true: required. */
const asked: Record<string, [Slug, boolean][]> = {
  team: [
    ['company', true],
    ['seats', false],
    ['needed-by', false],
  ],
  pro: [
    ['heard-from', false],
    ['news', false],
  ],
};

const answers: Record<string, Record<string, string | number | boolean>> = {
  team: { company: 'Fabrikam GmbH', seats: 12, 'needed-by': '2026-12-01' },
  pro: { 'heard-from': 'friend', news: true },
};

/** The answers of a buyer of this product. */
export const answersTo = (product: string): Record<string, string | number | boolean> =>
  answers[product] ?? {};

/** The scopes of the demo's access token. */
export const scopes = [
  'products:write',
  'benefits:write',
  'files:write',
  'meters:write',
  'discounts:write',
  'custom_fields:write',
  'checkout_links:write',
  'checkouts:write',
  'customers:read',
  'customer_sessions:write',
  'organizations:write',
  'events:write',
  'orders:read',
  'refunds:write',
];

const links = [
  { label: 'Newsletter', products: ['pro', 'team'], metadata: { campaign: 'newsletter' }, discount: null },
  { label: 'Friends', products: ['pro', 'team'], metadata: {}, discount: 'Friends of the studio' },
  { label: 'Book page', products: ['book'], metadata: {}, discount: null },
  { label: null, products: ['coffee'], metadata: {}, discount: null },
];

/** Makes the custom fields, attaches them to products, and makes checkout links. */
export const prepareSelling = async (
  shop: ApiClient,
  { productIds, discountIds }: Record<'productIds' | 'discountIds', ReadonlyMap<string, string>>,
): Promise<void> => {
  const fieldIds = new Map<string, string>();
  for (const field of customFields)
    fieldIds.set(field.slug, (await shop.call<Identified>('POST', `${v1}/custom-fields/`, field)).id);
  for (const [product, fields] of Object.entries(asked))
    await shop.call('PATCH', `${v1}/products/${productIds.get(product)}`, {
      attached_custom_fields: fields.map(([slug, required]) => ({
        custom_field_id: fieldIds.get(slug),
        required,
      })),
    });
  for (const { label, products, metadata, discount } of links)
    await shop.call('POST', `${v1}/checkout-links/`, {
      payment_processor: 'stripe',
      label,
      metadata,
      discount_id: discount && discountIds.get(discount),
      products: products.map((key) => productIds.get(key)),
    });
};
