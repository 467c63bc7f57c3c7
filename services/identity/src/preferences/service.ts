/** What somebody has chosen for themselves: kept with the account, so that it holds on every device and in mails. */
import { sql } from '@tessera/kit/sql';
import type { Preferences } from '@tessera/proto/api/identity/preferences';
import type { DataSource } from 'typeorm';

export const findPreferences = async (db: DataSource, userId: string): Promise<Preferences> => {
  const [row] = await sql<Preferences>(db, 'SELECT language FROM preferences WHERE user_id = $1', [userId]);
  return row ?? { language: null };
};

/** Keeps them; of a user who is gone meanwhile nothing is kept: a deletion under way is waited for. */
export const setPreferences = async (
  db: DataSource,
  userId: string,
  preferences: Preferences,
): Promise<Preferences> => {
  await db.query(
    `INSERT INTO preferences (user_id, language) SELECT id, $2 FROM users WHERE id = $1 FOR KEY SHARE
     ON CONFLICT (user_id) DO UPDATE SET language = excluded.language`,
    [userId, preferences.language],
  );
  return preferences;
};
