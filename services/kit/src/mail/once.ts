/** Sends a mail once per event, however often the event is delivered, even if its consumer is renamed. */
import { createHash } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { batchedBy } from '../background/batched.ts';
import { sql } from '../database/sql.ts';
import { type Mail, type Mailer, RefusedRecipient } from './mailer.ts';

/** `reply`: the code by which the mail server refused the recipient for good. */
export type Outcome = { kind: 'sent' | 'known' } | { kind: 'refused'; reply: string };

/**
 * Sends a mail unless the inbox records its kind and event (`messageId`) as sent. They are recorded after the mail
 * server has accepted the mail, so that no mail is lost; after a crash in between it is sent again under the same
 * message id. A refused recipient is no failure: sending again would not help.
 */
export const mailOnce = async (
  { db, mailer }: { db: DataSource; mailer: Mailer },
  mail: Mail,
): Promise<Outcome> => {
  const mark = { consumer: `mail ${mail.type}`, eventId: mail.messageId };
  if (await wasSent(db, mark)) return { kind: 'known' };
  try {
    await mailer.send(mail);
  } catch (error) {
    if (error instanceof RefusedRecipient) return { kind: 'refused', reply: error.reply };
    throw error;
  }
  await noteSent(db, mark);
  return { kind: 'sent' };
};

/** The message id of a mail about an event that several people get: unique per event and reader. */
export const messageIdFor = (eventId: string, readerId: string): string => {
  const digest = createHash('sha256').update(`${eventId} ${readerId}`).digest('hex');
  return [
    digest.slice(0, 8),
    digest.slice(8, 12),
    `8${digest.slice(13, 16)}`,
    `8${digest.slice(17, 20)}`,
    digest.slice(20, 32),
  ].join('-');
};

type Mark = { consumer: string; eventId: string };

const maxTogether = 50;
/** Only the event's acknowledgement waits for this write, so a short delay is fine. */
const gatherMilliseconds = 20;

const valuesOf = (marks: readonly Mark[]) => [
  marks.map(({ consumer }) => consumer),
  marks.map(({ eventId }) => eventId),
];

const wasSent = batchedBy(maxTogether, async (db: DataSource, marks: Mark[]): Promise<boolean[]> => {
  const rows = await sql<{ isSent: boolean }>(
    db,
    // One index lookup per mark. Postgres cannot estimate the length of subqueries, so that one plan serves all.
    `SELECT known.is_sent IS NOT NULL AS "isSent"
     FROM unnest(ARRAY(SELECT unnest($1::text[])), ARRAY(SELECT unnest($2::uuid[])))
       WITH ORDINALITY AS asked (consumer, event_id, position)
     LEFT JOIN LATERAL (
       SELECT true AS is_sent FROM inbox
       WHERE inbox.consumer = asked.consumer AND inbox.event_id = asked.event_id LIMIT 1) AS known ON true
     ORDER BY asked.position`,
    valuesOf(marks),
  );
  return rows.map(({ isSent }) => isSent);
});

const noteSent = batchedBy(
  maxTogether,
  async (db: DataSource, marks: Mark[]): Promise<Mark[]> => {
    await db.query(
      // Sorted, so that two processes that insert the same rows wait for each other instead of deadlocking.
      `INSERT INTO inbox (consumer, event_id)
       SELECT consumer, event_id FROM unnest($1::text[], $2::uuid[]) AS sent (consumer, event_id)
       ORDER BY consumer, event_id ON CONFLICT DO NOTHING`,
      valuesOf(marks),
    );
    return marks;
  },
  { gather: gatherMilliseconds },
);
