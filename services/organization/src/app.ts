/** Composes the service: its two APIs, its answers and consumers on the bus, and background work. */
import { sweep } from '@tessera/kit/background/sweep';
import { startReencryption } from '@tessera/kit/database/reencrypt';
import { startEventSweep } from '@tessera/kit/events/sweep';
import { type AppParts, createApp } from '@tessera/kit/http/app';
import { type Description, describeApi, descriptionRoutes } from '@tessera/kit/http/openapi';
import { Router } from '@tessera/kit/http/router';
import { purgeCountedMails } from '@tessera/kit/mail/limit';
import { mailSampleRoutes } from '@tessera/kit/mail/samples';
import { authDialect, billingDialect } from '@tessera/proto/api/error';
import type { Express } from 'express';
import { answerAboutAccessTokens, followTokenUses } from './access-tokens/answers.ts';
import { AccessTokenEntity } from './access-tokens/entity.ts';
import { startSweeper } from './access-tokens/revocations.ts';
import { accessTokenRoutes } from './access-tokens/routes.ts';
import { followUsers } from './endings/consumers.ts';
import { startEndingMails } from './endings/mail-consumers.ts';
import { startInvitationMails } from './invitations/consumers.ts';
import { InvitationEntity } from './invitations/entity.ts';
import { invitationRoutes } from './invitations/routes.ts';
import { answerAboutMembers } from './members/answers.ts';
import { MemberEntity } from './members/entity.ts';
import { memberRoutes } from './members/routes.ts';
import { ClientEntity, sealedSecrets } from './oauth/clients/entity.ts';
import { startConsentMails } from './oauth/consents/consumers.ts';
import { ConsentEntity } from './oauth/consents/entity.ts';
import { oauthRoutes } from './oauth/routes.ts';
import { discoveryRoutes } from './oauth/signing/discovery.ts';
import { sealedKeys } from './oauth/signing/keys.ts';
import { startOAuthSweeper } from './oauth/sweeper.ts';
import { CodeEntity, TokenEntity } from './oauth/tokens/entity.ts';
import { findOAuthRecord, recordConsentUse } from './oauth/tokens/records.ts';
import type { OrganizationParts } from './organization.ts';
import { answerAboutOrganizations } from './organizations/answers.ts';
import { authRoutes } from './organizations/auth-routes.ts';
import { organizationRoutes } from './organizations/billing-routes.ts';
import { OrganizationEntity } from './organizations/entity.ts';
import { TeamEntity } from './teams/entity.ts';
import { teamRoutes } from './teams/routes.ts';
import { UserEntity } from './users/entity.ts';

export const entities = [
  OrganizationEntity,
  MemberEntity,
  InvitationEntity,
  TeamEntity,
  UserEntity,
  AccessTokenEntity,
  ClientEntity,
  ConsentEntity,
  CodeEntity,
  TokenEntity,
];

const authBase = '/api/auth';
const billingBase = '/api/billing/v1';
const wellKnown = '/.well-known';
const hour = 3_600_000;

/** The organization routes of the auth API. */
export const authApi = (parts: OrganizationParts): Router => {
  const api = Router().use(authRoutes(parts)).use(memberRoutes(parts)).use(invitationRoutes(parts));
  return parts.options.teams.enabled ? api.use(teamRoutes(parts)) : api;
};

/** The organization routes of the billing API. */
export const billingApi = (parts: OrganizationParts): Router =>
  Router().use(organizationRoutes(parts)).use(accessTokenRoutes(parts)).use(oauthRoutes(parts));

/** Creates the HTTP app. */
export const createOrganizationApp = (
  parts: OrganizationParts,
  options: Pick<AppParts, 'metrics' | 'passports' | 'checkReplies'>,
): Express => {
  const auth = authApi(parts);
  const billing = billingApi(parts);
  const discovery = discoveryRoutes(parts);
  return createApp({
    ...options,
    log: parts.log,
    mounts: [
      { path: authBase, dialect: authDialect, routes: auth },
      { path: billingBase, dialect: billingDialect, routes: billing },
      { path: wellKnown, dialect: billingDialect, routes: discovery },
    ],
    internal: Router()
      .use(descriptionRoutes(() => describeBoth(auth, billing)))
      .use(mailSampleRoutes(options.checkReplies ?? false, () => loadSamples(parts.appName))),
    checks: { database: () => parts.db.query('SELECT 1') },
    dispensable: { bus: () => parts.bus.check() },
  });
};

const describeBoth = (auth: Router, billing: Router): Description => {
  const [acts, resources] = [describeApi(authBase, auth), describeApi(billingBase, billing)];
  return {
    paths: { ...acts.paths, ...resources.paths },
    components: { schemas: { ...acts.components.schemas, ...resources.components.schemas } },
  };
};

/** Starts the bus handlers, consumers and background work. `stop` stops them, consumers first. */
export const startWorkers = async (parts: OrganizationParts): Promise<{ stop: () => Promise<void> }> => {
  const revocations = startSweeper(parts);
  const oauth = startOAuthSweeper(parts);
  const reencryptions = [sealedSecrets, sealedKeys].map((sealed) =>
    startReencryption({ ...parts, ...sealed }),
  );
  const events = startEventSweep(parts);
  const mailCounts = sweep({ every: hour, log: parts.log, name: 'counted mails' }, () =>
    purgeCountedMails(parts),
  );
  const users = await followUsers(parts);
  const mails = [
    await startInvitationMails(parts),
    await startConsentMails(parts),
    await startEndingMails(parts),
  ];
  await answerAboutOrganizations(parts);
  await answerAboutMembers(parts);
  const oauthTokens = {
    find: (tokenHash: string) => findOAuthRecord(parts, tokenHash),
    recordUse: (tokenId: string, at: Date) => recordConsentUse(parts, tokenId, at),
  };
  await answerAboutAccessTokens(parts, oauthTokens);
  const unsubscribe = await followTokenUses(parts, oauthTokens);
  return {
    stop: async () => {
      unsubscribe();
      await Promise.all([users, ...mails].map((part) => part.stop()));
      await Promise.all(
        [events, mailCounts, revocations, oauth, ...reencryptions].map((part) => part.stop()),
      );
    },
  };
};

const loadSamples = async (appName: string) => [
  ...(await import('./invitations/samples.ts')).sampleMails(appName),
  ...(await import('./oauth/consents/samples.ts')).sampleConsentMails(appName),
  ...(await import('./endings/samples.ts')).sampleEndingMails(appName),
];
