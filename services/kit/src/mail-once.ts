/** A mail for an event, once however often the event is delivered, and whatever its consumer is called by then. */

import type { DataSource } from 'typeorm';
import type { Mail, Mailer } from './mail.ts';
import { sql } from './sql.ts';

/**
 * Sends a mail unless it was sent before: its kind and its event (`messageId`) stand in the inbox. They are written when
 * the mail server has taken it, so that no mail is lost; a crash in between sends it again under the same message id.
 * Answers whether it was sent now.
 */
export const mailOnce = async (
  { db, mailer }: { db: DataSource; mailer: Mailer },
  mail: Mail,
): Promise<boolean> => {
  const mark = [`mail ${mail.type}`, mail.messageId];
  const [known] = await sql(db, 'SELECT 1 FROM inbox WHERE consumer = $1 AND event_id = $2', mark);
  if (known) return false;
  await mailer.send(mail);
  await db.query('INSERT INTO inbox (consumer, event_id) VALUES ($1, $2) ON CONFLICT DO NOTHING', mark);
  return true;
};
