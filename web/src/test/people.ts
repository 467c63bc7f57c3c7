import { MetricsResponse } from '@tessera/proto/api/billing/metrics';
import { metricsWith } from './metrics.ts';
/** Users of page tests, and what the server knows about them. */

import { HistoryPage } from '@tessera/proto/api/billing/history';
import {
  defaultCustomerPortalSettings,
  Organization,
  OrganizationPage,
} from '@tessera/proto/api/billing/organization';
import { Preferences } from '@tessera/proto/api/identity/preferences';
import { PublicOptions } from '@tessera/proto/api/identity/public-options';
import { SessionAndUser } from '@tessera/proto/api/identity/session';
import { SessionPlacesReply } from '@tessera/proto/api/identity/sessions';
import { OwnMembership } from '@tessera/proto/api/organization/directory';
import { type AuthOrganization, AuthOrganizationList } from '@tessera/proto/api/organization/organization';
import { z } from 'zod';
import type { Server } from './server.ts';

const now = new Date('2026-06-15T12:00:00Z');

export const acme: AuthOrganization = {
  id: '0197a000-0000-7000-8000-000000000001',
  name: 'Acme',
  slug: 'acme',
  logo: null,
  createdAt: now,
  metadata: null,
};

/** Acme as the billing API returns it. */
export const acmeProfile: Organization = {
  id: acme.id,
  createdAt: now,
  modifiedAt: null,
  name: acme.name,
  slug: acme.slug,
  avatarUrl: null,
  email: null,
  website: null,
  socials: [],
  detailsSubmittedAt: null,
  featureSettings: null,
  brandSettings: { accentColor: null },
  customerPortalSettings: defaultCustomerPortalSettings,
  subscriptionSettings: {
    allowMultipleSubscriptions: false,
    allowCustomerUpdates: true,
    prorationBehavior: 'prorate',
    preventTrialAbuse: false,
    benefitRevocationGracePeriod: 0,
    failedPaymentOutcome: null,
  },
};

/** The session of Ada, an owner of Acme. */
export const ada: SessionAndUser = {
  session: {
    id: '0197a000-0000-7000-8000-00000000000a',
    token: 'token-of-ada',
    userId: '0197a000-0000-7000-8000-00000000000b',
    expiresAt: new Date('2026-07-15T12:00:00Z'),
    createdAt: now,
    updatedAt: now,
    ipAddress: '',
    userAgent: '',
    activeOrganizationId: acme.id,
    impersonatedBy: null,
  },
  user: {
    id: '0197a000-0000-7000-8000-00000000000b',
    name: 'Ada',
    email: 'ada@example.com',
    emailVerified: true,
    image: null,
    createdAt: now,
    updatedAt: now,
    username: null,
    displayUsername: null,
    role: 'user',
    banned: false,
    banReason: null,
    banExpires: null,
  },
};

export const adasMembership: OwnMembership = {
  member: {
    id: '0197a000-0000-7000-8000-00000000000c',
    organizationId: acme.id,
    userId: ada.user.id,
    role: 'owner',
    createdAt: now,
    teamId: null,
  },
  allowed: { organization: ['update', 'delete'], member: ['create', 'update', 'delete'] },
  roles: [],
  creatorRole: 'owner',
  owners: 1,
  hasCustomRoles: false,
  hasTeams: false,
  isDeletable: true,
};

/** Ada as a member of Acme who may read and change nothing. */
export const onlyLooking: OwnMembership = {
  ...adasMembership,
  member: { ...adasMembership.member, role: 'member' },
  allowed: {},
};

export const options: PublicOptions = {
  appName: 'Tessera',
  isTestMode: false,
  hasSandbox: false,
  isClockMovable: false,
  emailAndPassword: {
    enabled: true,
    canSignUp: true,
    minPasswordLength: 8,
    maxPasswordLength: 128,
    canReset: true,
    resetExpiresInSeconds: 3600,
    requireEmailVerification: false,
    autoSignIn: true,
    sendsVerificationOnSignUp: false,
    asksFor: [],
  },
  emailVerification: { canSend: false, expiresInSeconds: 3600, signsIn: false },
  username: { min: 3, max: 30 },
  socialProviders: [],
  account: { canUnlinkAll: false },
  user: {
    canChangeEmail: false,
    canChangeVerifiedEmail: false,
    canDelete: false,
    confirmsDeletionByMail: false,
    deletionExpiresInSeconds: 3600,
    fields: [],
  },
  bannedUserMessage: 'You are banned.',
  multiSession: { maximumSessions: 5 },
};

/** Answers the public options, without any user. */
export const knowOptions = (server: Server): void =>
  server.answer('GET /auth/public-options', PublicOptions, options);

/** Sets the session of the browser's cookies; null: signed out. */
export const signIn = (server: Server, who: SessionAndUser | null): void =>
  server.answer('GET /auth/get-session', SessionAndUser.nullable(), who);

/** Signs Ada in, and answers the requests about Acme that most pages make. */
export const knowAda = (server: Server): void => {
  knowOptions(server);
  signIn(server, ada);
  server.answer('GET /auth/organization/list', AuthOrganizationList, [acme]);
  server.answer('GET /billing/v1/organizations', OrganizationPage, ({ query }) => {
    const items = [acmeProfile].filter(({ slug }) => slug === query.get('slug'));
    return { items, pagination: { totalCount: items.length, maxPage: items.length } };
  });
  server.answer(`GET /billing/v1/organizations/${acme.id}`, Organization, acmeProfile);
  server.answer('GET /auth/organization/own-membership', OwnMembership, adasMembership);
  for (const kind of ['orders', 'subscriptions', 'customers'])
    server.answer(`GET /billing/v1/${kind}/:id/history`, HistoryPage, {
      items: [],
      pagination: { totalCount: 0, maxPage: 0 },
    });
  server.answer('GET /billing/v1/metrics', MetricsResponse, metricsWith());
  server.answer('GET /auth/preferences', Preferences, { language: null });
  server.answer('GET /auth/session-places', SessionPlacesReply, []);
  server.answer('POST /auth/organization/set-active', z.object({}), {});
  server.answer('POST /auth/admin/has-permission', z.object({ success: z.boolean() }), { success: false });
  server.answer('GET /auth/multi-session/list-device-sessions', z.array(SessionAndUser), [ada]);
};
