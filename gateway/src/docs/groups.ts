/** The order of the API reference: selling first, then accounts and organizations, then webhooks. */
import { authBase, isBelow } from '../routes.ts';

type Operation = { tags?: string[] };
export type Paths = Record<string, Record<string, Operation>>;

/** Tags by group; an unlisted tag is added to the end of the first group. */
const groups: { name: string; tags: string[] }[] = [
  {
    name: 'Selling',
    tags: [
      'products',
      'benefits',
      'checkouts',
      'checkout-links',
      'orders',
      'payments',
      'payment-accounts',
      'refunds',
      'subscriptions',
      'customers',
      'customer-sessions',
      'customer-portal',
      'discounts',
      'custom-fields',
      'meters',
      'events',
      'customer-meters',
      'wallets',
      'usage-alerts',
      'metrics',
      'files',
      'media',
      'storage',
      'sandbox',
    ],
  },
  {
    name: 'Accounts and organizations',
    tags: [
      'sign-in',
      'sessions',
      'account',
      'organization',
      'organizations',
      'organization-access-tokens',
      'oauth2',
      'administration',
    ],
  },
  { name: 'Webhooks', tags: ['webhooks'] },
];

/** Tags by the first segment of a path below the auth API; any other belongs to the account. */
const accountTags: [RegExp, string][] = [
  [
    /^(sign-|callback|ok$|error$|forget-password|reset-password|request-password|verify-|send-verif)/,
    'sign-in',
  ],
  [/session/, 'sessions'],
  [/^organization$/, 'organization'],
  [/^admin$/, 'administration'],
];

const accountTagOf = (path: string): string => {
  const part = path.slice(authBase.length + 1).split('/')[0] ?? '';
  return accountTags.find(([pattern]) => pattern.test(part))?.[1] ?? 'account';
};

/** Tags the operations of the auth API by subject; otherwise each path would be a group of its own. */
export const tagAccounts = (paths: Paths): Paths =>
  Object.fromEntries(
    Object.entries(paths).map(([path, operations]) => {
      if (!isBelow(authBase, path)) return [path, operations];
      const tags = [accountTagOf(path)];
      return [
        path,
        Object.fromEntries(
          Object.entries(operations).map(([method, operation]) => [method, { ...operation, tags }]),
        ),
      ];
    }),
  );

/** Returns the tags that occur in these paths, and their groups, in order; without empty ones. */
export const groupTags = (paths: Paths) => {
  const used = new Set(
    Object.values(paths).flatMap((operations) => Object.values(operations).flatMap(({ tags = [] }) => tags)),
  );
  const named = new Set(groups.flatMap(({ tags }) => tags));
  const others = [...used].filter((tag) => !named.has(tag)).toSorted();
  const ordered = groups
    .map(({ name, tags }, at) => ({
      name,
      tags: [...tags.filter((tag) => used.has(tag)), ...(at === 0 ? others : [])],
    }))
    .filter(({ tags }) => tags.length > 0);
  return {
    tags: ordered.flatMap(({ tags }) => tags.map((name) => ({ name, 'x-displayName': displayName(name) }))),
    'x-tagGroups': ordered,
  };
};

const displayName = (tag: string): string => {
  const words = tag.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};
