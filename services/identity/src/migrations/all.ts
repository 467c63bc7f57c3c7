import type { Migration } from '@tessera/kit/database/data-source';
import { searchKeyMigration } from '@tessera/kit/database/search';
import { inboxMigration } from '@tessera/kit/events/inbox';
import { outboxMigration, uncompressedOutboxMigration } from '@tessera/kit/events/outbox';
import { sentEventsMigration, unvacuumedSentEventsMigration } from '@tessera/kit/events/sent-events';
import { mailCountingMigration, mailLimitMigration } from '@tessera/kit/mail/limit';
import { usersAndSessions } from './001-users-sessions.ts';
import { activeOrganizations } from './002-active-organizations.ts';
import { additionalFields } from './003-additional-fields.ts';
import { refreshClaims } from './004-refresh-claims.ts';
import { sessionFields } from './005-session-fields.ts';
import { impersonations } from './006-impersonations.ts';
import { passedOnAddresses } from './007-passed-on-addresses.ts';
import { oneTimeTokens } from './101-one-time-tokens.ts';
import { oauthStates } from './200-oauth-states.ts';
import { usedIdTokens } from './201-used-id-tokens.ts';
import { picturesAndPreferences } from './300-pictures-preferences.ts';
import { knownDevices } from './301-known-devices.ts';
import { newestUsers } from './302-newest-users.ts';

/** Every migration of identity's database, oldest first. */
export const migrations: Migration[] = [
  outboxMigration,
  inboxMigration,
  usersAndSessions,
  activeOrganizations,
  oneTimeTokens,
  oauthStates,
  additionalFields,
  refreshClaims,
  usedIdTokens,
  sessionFields,
  mailLimitMigration,
  picturesAndPreferences,
  impersonations,
  passedOnAddresses,
  mailCountingMigration,
  uncompressedOutboxMigration,
  sentEventsMigration,
  knownDevices,
  unvacuumedSentEventsMigration,
  newestUsers,
  searchKeyMigration,
];
