/** Deletes expired codes and tokens, and unused clients without an owner. */
import type { Stoppable } from '@tessera/kit/background/stoppable';
import { sweep } from '@tessera/kit/background/sweep';
import { changedRows } from '@tessera/kit/database/sql';
import type { DataSource } from 'typeorm';
import type { OrganizationParts } from '../organization.ts';

const hour = 3_600_000;
const batch = 1_000;
const day = 24 * hour;
/** Days after registration until a client that has neither an owner nor a consent is deleted. */
const unusedDays = 30;

/** Codes are kept for a day after they expire, so that the reuse of a code is recognized. */
const codes =
  'DELETE FROM oauth_codes WHERE id = ANY(ARRAY(SELECT id FROM oauth_codes WHERE expires_at < $1 LIMIT $2))';
const tokens =
  'DELETE FROM oauth_tokens WHERE id = ANY(ARRAY(SELECT id FROM oauth_tokens WHERE ends_at < $1 LIMIT $2))';
const clients = `DELETE FROM oauth_clients WHERE id = ANY(ARRAY(
  SELECT id FROM oauth_clients WHERE user_id IS NULL AND organization_id IS NULL AND created_at < $1
    AND NOT EXISTS (SELECT FROM oauth_consents WHERE oauth_consents.client_id = oauth_clients.id)
  LIMIT $2))`;

export const sweepOAuth = async ({ db, now }: OrganizationParts): Promise<void> => {
  const at = now().getTime();
  await deleteAll(db, codes, new Date(at - day));
  await deleteAll(db, tokens, new Date(at));
  await deleteAll(db, clients, new Date(at - unusedDays * day));
};

/** Deletes in batches, so that row locks are held briefly. */
const deleteAll = async (db: DataSource, text: string, before: Date): Promise<void> => {
  while ((await changedRows(db, text, [before, batch])) === batch);
};

/** Sweeps immediately and then every hour, until stopped. */
export const startOAuthSweeper = (parts: OrganizationParts): Stoppable =>
  sweep({ every: hour, log: parts.log, name: 'oauth' }, () => sweepOAuth(parts));
