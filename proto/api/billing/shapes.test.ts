import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { snakeCase } from '../wire.ts';
import { Benefit, BenefitCustomCreate, BenefitCustomUpdate, BenefitPublic } from './benefit.ts';
import { BenefitGrant, BenefitGrantWebhook } from './benefit-grant.ts';
import { Checkout, CheckoutPublic, CheckoutPublicConfirmed } from './checkout.ts';
import { CheckoutLink, CheckoutLinkCreate, CheckoutLinkPage, CheckoutLinkUpdate } from './checkout-link.ts';
import {
  CheckoutConfirm,
  CheckoutCreate,
  CheckoutUpdate,
  CheckoutUpdatePublic,
} from './checkout-requests.ts';
import { CustomField, CustomFieldCreate, CustomFieldPage, CustomFieldUpdate } from './custom-field.ts';
import {
  Customer,
  CustomerCreate,
  CustomerState,
  CustomerUpdate,
  CustomerUpdateExternalId,
} from './customer.ts';
import { Order, OrderUpdate } from './order.ts';
import { Organization, OrganizationCreate, OrganizationUpdate } from './organization.ts';
import {
  CheckoutProduct,
  Product,
  ProductBenefitsUpdate,
  ProductCreate,
  ProductPage,
  ProductUpdate,
} from './product.ts';
import {
  Subscription,
  SubscriptionCancel,
  SubscriptionRevoke,
  SubscriptionUpdateProduct,
} from './subscription.ts';

type Json = {
  $ref?: string;
  $defs?: Record<string, Json>;
  type?: string | string[];
  anyOf?: Json[];
  oneOf?: Json[];
  items?: Json;
  properties?: Record<string, Json>;
  required?: string[];
};
type Side = 'reply' | 'request';

/**
 * The contract's schemas, one line each, derived from its machine-readable form:
 * `key`, `?` may be absent, `|null` may be null, `:` the object schemas it holds; `=` one of these.
 */
const contract: Record<string, string> = JSON.parse(
  readFileSync(new URL('./contract-keys.json', import.meta.url), 'utf8'),
);

const tax = ['tax_behavior', 'taxability_reason', 'tax_breakdown'];
const taxed = ['is_tax_applicable', 'tax_behavior'];
const interval = [
  'recurring_interval_count',
  'trial_interval',
  'trial_interval_count',
  'trial_requires_payment_method',
];
const lifecycle = [
  'recurring_interval_count',
  'trial_start',
  'trial_end',
  'pause_at_period_end',
  'paused_at',
  'resumes_at',
];
const trial = ['trial_interval', 'trial_interval_count'];
const trialShown = [
  'allow_trial',
  ...trial,
  'active_trial_interval',
  'active_trial_interval_count',
  'trial_end',
];
/** Keys that later versions of the contract's client need, served besides. */
const supersets: Record<string, string[]> = {
  Checkout: ['external_customer_id', 'locale', ...trialShown, ...tax],
  CheckoutPublic: ['locale', 'product_description_html', 'custom_field_words', ...trialShown, ...tax],
  CheckoutPublicConfirmed: [
    'locale',
    'product_description_html',
    'custom_field_words',
    ...trialShown,
    ...tax,
  ],
  Product: [...interval, ...taxed],
  ProductCreate: [...interval, ...taxed],
  ProductUpdate: [...interval, ...taxed],
  CheckoutProduct: [...interval, ...taxed],
  CheckoutLinkProduct: [...interval, ...taxed],
  OrderProduct: [...interval, ...taxed],
  OrderSubscription: lifecycle,
  Subscription: [...lifecycle, 'pending_update', 'ended_reason'],
  OrganizationSubscriptionSettings: [
    'prevent_trial_abuse',
    'benefit_revocation_grace_period',
    'failed_payment_outcome',
  ],
  CheckoutProductsCreate: [
    'external_customer_id',
    'product_id',
    'product_price_id',
    'locale',
    'currency',
    'allow_trial',
    ...trial,
  ],
  CheckoutUpdate: ['locale', 'currency'],
  CheckoutUpdatePublic: ['locale', 'currency'],
  Order: [
    'invoice_number',
    'applied_balance_amount',
    'due_amount',
    'next_payment_attempt_at',
    'needs_another_card',
    'needs_confirmation',
    'failed_payment_outcome',
    'billing_tax_id',
    ...tax,
  ],
  CheckoutConfirmStripe: ['locale', 'currency'],
  CustomerCreate: ['tax_number'],
  CustomerUpdate: ['tax_number'],
  CustomerUpdateExternalID: ['tax_number'],
  CustomerStateBenefitGrant: ['benefit_metadata'],
  CustomerStateMeter: ['is_stopped', 'alerts'],
  CheckoutLinkCreateProducts: ['product_id', 'product_price_id'],
  Organization: ['brand_settings', 'customer_portal_settings'],
  OrganizationCreate: ['brand_settings', 'customer_portal_settings'],
  OrganizationUpdate: ['brand_settings', 'customer_portal_settings'],
};
/** Requirements that a check states instead of the schema, because deprecated shapes do without. */
const checked: Record<string, string[]> = {
  CheckoutProductsCreate: ['products'],
  CheckoutLinkCreateProducts: ['products'],
};

const jsonOf = (schema: z.ZodType, side: Side): Json =>
  z.toJSONSchema(schema, { io: side === 'reply' ? 'output' : 'input', unrepresentable: 'any' }) as Json;

const compare = (schema: z.ZodType, name: string, side: Side): string[] => {
  const root = jsonOf(schema, side);
  const seen = new Set<string>();
  const resolve = (node: Json): Json => {
    if (node.$ref === '#') return root;
    return node.$ref ? (root.$defs?.[node.$ref.replace('#/$defs/', '')] ?? node) : node;
  };
  const options = (node: Json): Json[] => {
    const real = resolve(node);
    const inner = real.anyOf ?? real.oneOf;
    if (inner) return inner.flatMap(options);
    return real.items && real.type === 'array' ? options(real.items) : [real];
  };
  const isNullable = (node: Json): boolean => {
    const real = resolve(node);
    return [real.type].flat().includes('null') || (real.anyOf ?? real.oneOf ?? []).some(isNullable);
  };
  const keysOf = (node: Json): string[] => Object.keys(node.properties ?? {});

  const walk = (node: Json, schemaName: string, path: string): string[] => {
    const line = contract[schemaName];
    if (line === undefined) return [`${path}: the contract has no ${schemaName}`];
    if (line.startsWith('=')) return holds(node, line.slice(2).split(' '), path);
    if (seen.has(`${path} ${schemaName}`) || path.split('.').length > 8) return [];
    seen.add(`${path} ${schemaName}`);
    const wanted = line.split(' ').filter(Boolean).map(parse);
    const found: Record<string, Json> = {};
    for (const [key, member] of Object.entries(node.properties ?? {})) found[snakeCase(key)] = member;
    const required = new Set((node.required ?? []).map(snakeCase));
    const known = new Set([...wanted.map(({ key }) => key), ...(supersets[schemaName] ?? [])]);
    const extra = Object.keys(found).filter((key) => !known.has(key));
    return [
      ...extra.map((key) => `${path}.${key}: not in the contract`),
      ...wanted.flatMap(({ key, optional, nullable, holds: inner }) => {
        const member = found[key];
        const at = `${path}.${key}`;
        if (!member) return [`${at}: missing`];
        const must = !optional && !checked[schemaName]?.includes(key);
        return [
          ...(must && !required.has(key) ? [`${at}: must be required`] : []),
          ...(side === 'request' && optional && required.has(key) ? [`${at}: must be optional`] : []),
          ...(nullable && !isNullable(member) ? [`${at}: must be nullable`] : []),
          ...(side === 'reply' && !nullable && isNullable(member) ? [`${at}: must not be nullable`] : []),
          ...(inner.length > 0 ? holds(member, inner, at) : []),
        ];
      }),
    ];
  };

  /** Each object schema the contract names is the option of the shape that fits it best. */
  const holds = (node: Json, names: string[], path: string): string[] => {
    const objects = options(node).filter((option) => option.type === 'object');
    return names.flatMap((inner) => {
      const attempts = objects.map((option) => walk(option, inner, `${path}<${inner}>`));
      return attempts.toSorted((a, b) => a.length - b.length)[0] ?? [`${path}: no object for ${inner}`];
    });
  };

  const keys = keysOf(root);
  return keys.length > 0 ? walk(root, name, name) : holds(root, [name], name);
};

const parse = (word: string) => {
  const [head = '', inner = ''] = word.split(':');
  return {
    key: head.replace(/\?|\|null/g, ''),
    optional: head.includes('?'),
    nullable: head.includes('|null'),
    holds: inner ? inner.split(',') : [],
  };
};

const replies: [string, z.ZodType][] = [
  ['Product', Product],
  ['ListResource_Product_', ProductPage],
  ['CheckoutProduct', CheckoutProduct],
  ['Benefit', Benefit],
  ['BenefitPublic', BenefitPublic],
  ['BenefitGrant', BenefitGrant],
  ['BenefitGrantWebhook', BenefitGrantWebhook],
  ['Customer', Customer],
  ['CustomerState', CustomerState],
  ['Checkout', Checkout],
  ['CheckoutPublic', CheckoutPublic],
  ['CheckoutPublicConfirmed', CheckoutPublicConfirmed],
  ['CheckoutLink', CheckoutLink],
  ['ListResource_CheckoutLink_', CheckoutLinkPage],
  ['CustomField', CustomField],
  ['ListResource_CustomField_', CustomFieldPage],
  ['Order', Order],
  ['Subscription', Subscription],
  ['Organization', Organization],
];
const requests: [string, z.ZodType][] = [
  ['ProductCreate', ProductCreate],
  ['ProductUpdate', ProductUpdate],
  ['ProductBenefitsUpdate', ProductBenefitsUpdate],
  ['BenefitCustomCreate', BenefitCustomCreate],
  ['BenefitCustomUpdate', BenefitCustomUpdate],
  ['CustomerCreate', CustomerCreate],
  ['CustomerUpdate', CustomerUpdate],
  ['CustomerUpdateExternalID', CustomerUpdateExternalId],
  ['CheckoutProductsCreate', CheckoutCreate],
  ['CheckoutUpdate', CheckoutUpdate],
  ['CheckoutUpdatePublic', CheckoutUpdatePublic],
  ['CheckoutConfirmStripe', CheckoutConfirm],
  ['CheckoutLinkCreateProducts', CheckoutLinkCreate],
  ['CheckoutLinkUpdate', CheckoutLinkUpdate],
  ['CustomFieldCreate', CustomFieldCreate],
  ['CustomFieldUpdate', CustomFieldUpdate],
  ['OrderUpdate', OrderUpdate],
  ['SubscriptionUpdateProduct', SubscriptionUpdateProduct],
  ['SubscriptionCancel', SubscriptionCancel],
  ['SubscriptionRevoke', SubscriptionRevoke],
  ['OrganizationCreate', OrganizationCreate],
  ['OrganizationUpdate', OrganizationUpdate],
];

describe('replies', () => {
  it.each(replies)('%s has every key of the contract, present and null where it says so', (name, schema) => {
    expect(compare(schema, name, 'reply')).toEqual([]);
  });
});

describe('requests', () => {
  it.each(requests)('%s takes what the contract takes', (name, schema) => {
    expect(compare(schema, name, 'request')).toEqual([]);
  });
});
