/** User preferences, stored with the account so that they apply on every device and in mails. */
import { sql } from '@tessera/kit/database/sql';
import type { Preferences } from '@tessera/proto/api/identity/preferences';
import type { DataSource } from 'typeorm';

export const findPreferences = async (db: DataSource, userId: string): Promise<Preferences> => {
  const [row] = await sql<Preferences>(db, 'SELECT language FROM preferences WHERE user_id = $1', [userId]);
  return row ?? { language: null };
};

/** Stores preferences. The row lock waits for a concurrent deletion; nothing is stored for a deleted user. */
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
