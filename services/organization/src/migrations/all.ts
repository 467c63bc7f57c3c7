import type { Migration } from '@tessera/kit/database/data-source';
import { searchKeyMigration } from '@tessera/kit/database/search';
import { inboxMigration } from '@tessera/kit/events/inbox';
import { outboxMigration, uncompressedOutboxMigration } from '@tessera/kit/events/outbox';
import { sentEventsMigration, unvacuumedSentEventsMigration } from '@tessera/kit/events/sent-events';
import { mailCountingMigration, mailLimitMigration } from '@tessera/kit/mail/limit';
import { organizations } from './001-organizations.ts';
import { accessTokens } from './002-access-tokens.ts';
import { teamIndexes } from './003-team-indexes.ts';
import { invitationProofs } from './004-invitation-proofs.ts';
import { brandSettings } from './005-brand-settings.ts';
import { customerPortalSettings } from './006-customer-portal-settings.ts';
import { metadataText } from './007-metadata-text.ts';
import { slugsInAnyCase } from './008-slugs-in-any-case.ts';
import { oauth } from './009-oauth.ts';
import { oauthAuthTime } from './010-oauth-auth-time.ts';
import { departedUsers } from './011-departed-users.ts';
import { bannedUsers } from './013-banned-users.ts';
import { alphabeticalOrder } from './014-alphabetical.ts';

/** The database's shape, in order. */
export const migrations: Migration[] = [
  outboxMigration,
  inboxMigration,
  organizations,
  accessTokens,
  teamIndexes,
  invitationProofs,
  mailLimitMigration,
  brandSettings,
  customerPortalSettings,
  metadataText,
  mailCountingMigration,
  uncompressedOutboxMigration,
  slugsInAnyCase,
  sentEventsMigration,
  oauth,
  oauthAuthTime,
  departedUsers,
  bannedUsers,
  unvacuumedSentEventsMigration,
  searchKeyMigration,
  alphabeticalOrder,
];
