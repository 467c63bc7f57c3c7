/** In what order the description is read: what sellers do first, then accounts and organizations, then webhooks. */
import { authBase, isBelow } from './routes.ts';

type Operation = { tags?: string[] };
export type Paths = Record<string, Record<string, Operation>>;

/** Tags of the groups; one that is not named here stands at the end of the first. */
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

/** What the first part of a path below the auth API belongs to; the account is what is not named. */
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

/** Gives paths of the auth API, where each would be a group of its own, tags of what they are about. */
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

/** The tags of these paths and their groups, in order; what has no operation is left out. */
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
