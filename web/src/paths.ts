/** Every address of the application, defined once. `patterns` is for the router, `paths` is for links. */
export const patterns = {
  root: '/',
  signIn: '/sign-in',
  signUp: '/sign-up',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  checkInbox: '/check-your-inbox',
  emailVerified: '/email-verified',
  account: '/account',
  accountProfile: '/account/profile',
  accountSecurity: '/account/security',
  accountSessions: '/account/sessions',
  accountLeave: '/account/leave',
  accountApps: '/account/apps',
  oauthApps: '/account/oauth-apps',
  newOauthApp: '/account/oauth-apps/new',
  oauthApp: '/account/oauth-apps/:clientId',
  /** Identity redirects here when the mail's link is opened in another browser: the address must match its own. */
  finishDeletion: '/account/delete',
  /** The authorization endpoint published to apps (`/.well-known/openid-configuration`). */
  authorize: '/oauth2/authorize',
  users: '/admin',
  user: '/admin/users/:id',
  acceptInvitation: '/accept-invitation',
  newOrganization: '/organizations/new',
  /** Development only. */
  design: '/dev/design',
  organization: '/:organizationSlug',
  overview: '',
  products: 'products',
  newProduct: 'products/new',
  product: 'products/:id',
  benefits: 'benefits',
  newBenefit: 'benefits/new',
  benefit: 'benefits/:id',
  licenseKeys: 'license-keys',
  licenseKey: 'license-keys/:id',
  discounts: 'discounts',
  newDiscount: 'discounts/new',
  discount: 'discounts/:id',
  meters: 'meters',
  newMeter: 'meters/new',
  meter: 'meters/:id',
  events: 'events',
  event: 'events/:id',
  files: 'files',
  file: 'files/:id',
  customFields: 'custom-fields',
  newCustomField: 'custom-fields/new',
  customField: 'custom-fields/:id',
  checkoutLinks: 'checkout-links',
  newCheckoutLink: 'checkout-links/new',
  checkoutLink: 'checkout-links/:id',
  analytics: 'analytics',
  orders: 'orders',
  order: 'orders/:id',
  checkouts: 'checkouts',
  checkout: 'checkouts/:id',
  payments: 'payments',
  payment: 'payments/:id',
  subscriptions: 'subscriptions',
  subscription: 'subscriptions/:id',
  customers: 'customers',
  newCustomer: 'customers/new',
  customer: 'customers/:id',
  webhooks: 'webhooks',
  newWebhook: 'webhooks/new',
  webhook: 'webhooks/:id',
  settings: 'settings',
  brand: 'settings/brand',
  taxes: 'settings/taxes',
  customerPortal: 'settings/portal',
  timeMachine: 'settings/time-machine',
  notifications: 'settings/notifications',
  paymentAccount: 'settings/payments',
  tokens: 'settings/tokens',
  organizationApps: 'settings/apps',
  members: 'settings/members',
  invitations: 'settings/invitations',
  teams: 'settings/teams',
  dangerZone: 'settings/danger',
} as const;

const inside = (slug: string, pattern: string, id?: string): string =>
  `/${slug}/${pattern}`.replace(':id', id ?? '');

export const paths = {
  root: patterns.root,
  signIn: (next?: string) => withNext(patterns.signIn, next),
  signUp: (next?: string) => withNext(patterns.signUp, next),
  /** Adds an account to those already signed in. */
  addAccount: `${patterns.signIn}?another=true`,
  /** The same with a new account. */
  addNewAccount: `${patterns.signUp}?another=true`,
  forgotPassword: (next?: string) => withNext(patterns.forgotPassword, next),
  /** The target of the mail's link; signing in with the new password leads on to `next`. */
  resetPassword: (next?: string) => withNext(patterns.resetPassword, next),
  checkInbox: patterns.checkInbox,
  /** The target of a mail's verification link, which then leads on to `next`. */
  emailVerified: (next?: string) => withNext(patterns.emailVerified, next),
  /** The same after a change of address: first the old one is asked to agree, then the new one is verified. */
  emailChanged: `${patterns.emailVerified}?changed=true`,
  /** The sign-in page with a notice that the account was deleted: the mail's link may be followed much later. */
  accountDeleted: `${patterns.signIn}?deleted=true`,
  account: patterns.account,
  accountProfile: patterns.accountProfile,
  accountSecurity: patterns.accountSecurity,
  accountSessions: patterns.accountSessions,
  accountLeave: patterns.accountLeave,
  accountApps: patterns.accountApps,
  oauthApps: patterns.oauthApps,
  newOauthApp: patterns.newOauthApp,
  oauthApp: (clientId: string) => patterns.oauthApp.replace(':clientId', clientId),
  users: patterns.users,
  user: (id: string) => patterns.user.replace(':id', id),
  /** With the proof from the mail's link, also when the user signs in or up on the way. */
  acceptInvitation: ({ id, proof }: { id: string; proof?: string | undefined }) =>
    `${patterns.acceptInvitation}?${new URLSearchParams({ id, ...(proof && { proof }) }).toString()}`,
  newOrganization: patterns.newOrganization,
  overview: (slug: string) => `/${slug}`,
  products: (slug: string) => inside(slug, patterns.products),
  newProduct: (slug: string) => inside(slug, patterns.newProduct),
  product: (slug: string, id: string) => inside(slug, patterns.product, id),
  benefits: (slug: string) => inside(slug, patterns.benefits),
  newBenefit: (slug: string) => inside(slug, patterns.newBenefit),
  benefit: (slug: string, id: string) => inside(slug, patterns.benefit, id),
  /** Filtered by a benefit. */
  licenseKeys: (slug: string, benefit?: string) =>
    `${inside(slug, patterns.licenseKeys)}${benefit === undefined ? '' : `?${new URLSearchParams({ benefit }).toString()}`}`,
  licenseKey: (slug: string, id: string) => inside(slug, patterns.licenseKey, id),
  discounts: (slug: string) => inside(slug, patterns.discounts),
  newDiscount: (slug: string) => inside(slug, patterns.newDiscount),
  discount: (slug: string, id: string) => inside(slug, patterns.discount, id),
  meters: (slug: string) => inside(slug, patterns.meters),
  newMeter: (slug: string) => inside(slug, patterns.newMeter),
  meter: (slug: string, id: string) => inside(slug, patterns.meter, id),
  events: (slug: string) => inside(slug, patterns.events),
  event: (slug: string, id: string) => inside(slug, patterns.event, id),
  /** Filtered by a part of the name. */
  files: (slug: string) => inside(slug, patterns.files),
  file: (slug: string, id: string) => inside(slug, patterns.file, id),
  customFields: (slug: string) => inside(slug, patterns.customFields),
  newCustomField: (slug: string) => inside(slug, patterns.newCustomField),
  customField: (slug: string, id: string) => inside(slug, patterns.customField, id),
  checkoutLinks: (slug: string) => inside(slug, patterns.checkoutLinks),
  newCheckoutLink: (slug: string) => inside(slug, patterns.newCheckoutLink),
  checkoutLink: (slug: string, id: string) => inside(slug, patterns.checkoutLink, id),
  analytics: (slug: string) => inside(slug, patterns.analytics),
  orders: (slug: string) => inside(slug, patterns.orders),
  order: (slug: string, id: string) => inside(slug, patterns.order, id),
  checkouts: (slug: string) => inside(slug, patterns.checkouts),
  checkout: (slug: string, id: string) => inside(slug, patterns.checkout, id),
  payment: (slug: string, id: string) => inside(slug, patterns.payment, id),
  /** Filtered by a customer's e-mail address. */
  payments: (slug: string, email?: string) =>
    `${inside(slug, patterns.payments)}${email === undefined ? '' : `?${new URLSearchParams({ email }).toString()}`}`,
  subscriptions: (slug: string) => inside(slug, patterns.subscriptions),
  subscription: (slug: string, id: string) => inside(slug, patterns.subscription, id),
  customers: (slug: string) => inside(slug, patterns.customers),
  newCustomer: (slug: string) => inside(slug, patterns.newCustomer),
  customer: (slug: string, id: string) => inside(slug, patterns.customer, id),
  webhooks: (slug: string) => inside(slug, patterns.webhooks),
  newWebhook: (slug: string) => inside(slug, patterns.newWebhook),
  webhook: (slug: string, id: string) => inside(slug, patterns.webhook, id),
  settings: (slug: string) => inside(slug, patterns.settings),
  brand: (slug: string) => inside(slug, patterns.brand),
  taxes: (slug: string) => inside(slug, patterns.taxes),
  timeMachine: (slug: string) => inside(slug, patterns.timeMachine),
  customerPortal: (slug: string) => inside(slug, patterns.customerPortal),
  notifications: (slug: string) => inside(slug, patterns.notifications),
  paymentAccount: (slug: string) => inside(slug, patterns.paymentAccount),
  tokens: (slug: string) => inside(slug, patterns.tokens),
  organizationApps: (slug: string) => inside(slug, patterns.organizationApps),
  /** Filtered by a team. */
  members: (slug: string, team?: string) =>
    `${inside(slug, patterns.members)}${team === undefined ? '' : `?${new URLSearchParams({ team }).toString()}`}`,
  invitations: (slug: string) => inside(slug, patterns.invitations),
  teams: (slug: string) => inside(slug, patterns.teams),
  dangerZone: (slug: string) => inside(slug, patterns.dangerZone),
  /** The customer portal of an organization: a document of its own. */
  customerPages: (slug: string) => `/portal/${encodeURIComponent(slug)}`,
  apiDocs: '/api/docs',
  apiDocsOfWebhooks: '/api/docs#description/receiving-webhooks',
};

const withNext = (path: string, next?: string): string =>
  next && next !== patterns.root ? `${path}?next=${encodeWhole(next)}` : path;

/** Also encodes the few characters that are allowed in a query, but not in a redirect address of the server. */
const encodeWhole = (text: string): string =>
  encodeURIComponent(text).replace(
    /[!'()*~]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** The target after signing in: only ever a path of this application, never another host. */
export const nextPath = (search: string): string => {
  const next = new URLSearchParams(search).get('next');
  return next !== null && isInside(next) ? next : patterns.root;
};

/** The name to sign in with that an OAuth client suggests; `next` leads back to its request. */
export const loginHint = (next: string): string | undefined =>
  next.startsWith(`${patterns.authorize}?`)
    ? (new URLSearchParams(next.slice(next.indexOf('?'))).get('login_hint') ?? undefined)
    : undefined;

/** Whether one is on the way to confirm the deletion of an account, from the link of a mail. */
export const isToDeletion = (next: string): boolean => next.startsWith(`${patterns.finishDeletion}?`);

/** Browsers drop tabs and line breaks, and resolve dots: the result must not begin with a host either. */
const isInside = (path: string): boolean =>
  /^\/(?![/\\])[^\t\r\n]*$/.test(path) && !new URL(path, 'http://here').pathname.startsWith('//');

/**
 * The path that the server redirects to after a provider (contracts/auth.md, section 6); otherwise the start page.
 */
export const callbackPath = (path: string): string =>
  /^\/(?!\/|\\|%2f|%5c)[\w\-.+/@]*(?:\?[\w\-.+/=&%@]*)?$/i.test(path) ? path : patterns.root;
