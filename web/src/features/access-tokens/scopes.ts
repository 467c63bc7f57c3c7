import { AccessTokenScope } from '@tessera/proto/api/organization/access-token';

/** Rights in the words of someone who grants them, most needed first. */
const meanings: { area: string; read: string; write?: string; title: string }[] = [
  {
    area: 'products',
    title: 'Products',
    read: 'See products and prices',
    write: 'Create and change products',
  },
  {
    area: 'benefits',
    title: 'Benefits',
    read: 'See benefits and who has them',
    write: 'Create, change and delete benefits',
  },
  { area: 'checkouts', title: 'Checkouts', read: 'See checkouts', write: 'Create and change checkouts' },
  { area: 'orders', title: 'Orders', read: 'See orders', write: 'Change billing details of orders' },
  {
    area: 'subscriptions',
    title: 'Subscriptions',
    read: 'See subscriptions',
  },
  {
    area: 'customers',
    title: 'Customers',
    read: 'See customers and what they have',
    write: 'Create, change and delete customers',
  },
  {
    area: 'webhooks',
    title: 'Webhooks',
    read: 'See endpoints and deliveries',
    write: 'Create, change and delete endpoints',
  },
  { area: 'metrics', title: 'Metrics', read: 'See revenue and other figures' },
  { area: 'organizations', title: 'Organization', read: 'See the profile', write: 'Change the profile' },
];

export type ScopeChoice = { title: string; options: { scope: AccessTokenScope; meaning: string }[] };

/** What a token can be allowed to do, area by area. Only rights that open something today are offered. */
export const scopeChoices: ScopeChoice[] = meanings.map(({ area, title, read, write }) => ({
  title,
  options: [
    { scope: AccessTokenScope.parse(`${area}:read`), meaning: read },
    ...(write === undefined ? [] : [{ scope: AccessTokenScope.parse(`${area}:write`), meaning: write }]),
  ],
}));

const meaningOf = new Map<string, string>(
  scopeChoices.flatMap(({ options }) => options.map(({ scope, meaning }) => [scope, meaning] as const)),
);

/** A right in words; one that is not in our list stays as it is spelt. */
export const describeScope = (scope: string): string => meaningOf.get(scope) ?? scope;

export const lifetimes = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'One year' },
  { value: 'never', label: 'No expiry' },
] as const;

const dayInMilliseconds = 86_400_000;

/** When a token of this lifetime ends; null: never. */
export const expiryOf = (lifetime: string, now: Date): string | null =>
  lifetime === 'never' ? null : new Date(now.getTime() + Number(lifetime) * dayInMilliseconds).toISOString();
