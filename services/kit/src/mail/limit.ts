/**
 * Limits mails per address (OWASP ASVS 5.0, v2.4.1): anyone can trigger mails to any address by signing up, inviting
 * or buying. Counted in the service's own database, so that the limit holds across replicas and restarts. Kinds of
 * mails are counted per service, independently of other services.
 */
import type { DataSource } from 'typeorm';
import { batchedBy } from '../background/batched.ts';
import type { Migration } from '../database/data-source.ts';
import { changedRows, sql } from '../database/sql.ts';
import type { Logger } from '../log.ts';
import { sha256 } from '../secrets.ts';

/** At most five mails of a kind per address and hour, whoever triggers them. `window` in milliseconds. */
export const mailLimit = { most: 5, window: 3_600_000 };

/** Creates the table of counted mails; addresses are hashed. */
export const mailLimitMigration: Migration = {
  name: 'kit-003-mail-limit',
  sql: `CREATE TABLE counted_mails (
    recipient text NOT NULL,
    event_id text NOT NULL,
    counted_at timestamptz NOT NULL,
    PRIMARY KEY (recipient, event_id)
  );
  CREATE INDEX counted_mails_counted_at ON counted_mails (counted_at)`,
};

/**
 * Counts mails in one round trip. The function locks the addresses first, so that its statements see all committed
 * counts; earlier releases take the same locks.
 */
export const mailCountingMigration: Migration = {
  name: 'kit-004-mail-counting',
  sql: `CREATE FUNCTION count_mails(
    recipients text[], event_ids text[], times timestamptz[], seconds double precision, most integer
  ) RETURNS TABLE (nth bigint, is_counted boolean) LANGUAGE plpgsql AS $$
  DECLARE mail record;
  BEGIN
    FOR mail IN SELECT DISTINCT unnest(recipients) AS recipient ORDER BY 1 LOOP
      PERFORM pg_advisory_xact_lock(hashtextextended('mails to ' || mail.recipient, 0));
    END LOOP;
    FOR mail IN SELECT * FROM unnest(recipients, event_ids, times) WITH ORDINALITY AS asked (recipient, event_id, at, place)
    LOOP
      nth := mail.place;
      is_counted := EXISTS (
        SELECT 1 FROM counted_mails c WHERE c.recipient = mail.recipient AND c.event_id = mail.event_id);
      IF NOT is_counted AND (
        SELECT count(*) FROM counted_mails c
        WHERE c.recipient = mail.recipient AND c.counted_at > mail.at - make_interval(secs => seconds)) < most
      THEN
        INSERT INTO counted_mails (recipient, event_id, counted_at) VALUES (mail.recipient, mail.event_id, mail.at);
        is_counted := true;
      END IF;
      RETURN NEXT;
    END LOOP;
  END $$`,
};

/**
 * A mail about to be sent: its kind, its address, and the event that triggers it. `most`: another limit of its kind in
 * an hour.
 */
export type PlannedMail = { type: string; to: string; eventId: string; most?: number };

export type MailLimits = {
  db: DataSource;
  now: () => Date;
  log: Logger;
  /** False where rate limits are off: then mails are not counted either. */
  areMailsLimited: boolean;
};

/**
 * Counts a mail and returns whether it may be sent: five of a kind per address and hour. Counted once per event,
 * however often it is delivered. A held-back mail is only logged: the caller who triggered it gets the usual
 * response.
 */
export const mayWrite = async (limits: MailLimits, mail: PlannedMail): Promise<boolean> => {
  if (!limits.areMailsLimited || (await count(limits, mail))) return true;
  limits.log.info({ type: mail.type, eventId: mail.eventId }, 'mail held back: too many to one address');
  return false;
};

const count = (
  { db, now }: MailLimits,
  { type, to, eventId, most = mailLimit.most }: PlannedMail,
): Promise<boolean> =>
  countTogether(db, { recipient: sha256(`${type} ${mailboxOf(to)}`), eventId, at: now(), most });

type Counted = { recipient: string; eventId: string; at: Date; most: number };

/** Maximum number of mails per statement. */
const maxTogether = 100;

/** Batched: concurrent mails of one limit share a statement, as a busy seller sends many receipts. */
const countTogether = batchedBy(maxTogether, async (db: DataSource, mails: Counted[]) => {
  const answers = new Map<Counted, boolean>();
  for (const most of new Set(mails.map((mail) => mail.most))) {
    const limited = mails.filter((mail) => mail.most === most);
    const rows = await countUpTo(db, most, limited);
    for (const [nth, mail] of limited.entries()) answers.set(mail, rows[nth]?.isCounted ?? false);
  }
  return mails.map((mail) => answers.get(mail) ?? false);
});

const countUpTo = (db: DataSource, most: number, mails: Counted[]) =>
  sql<{ isCounted: boolean }>(
    db.manager,
    `SELECT is_counted AS "isCounted" FROM count_mails($1::text[], $2::text[], $3::timestamptz[], $4, $5) ORDER BY nth`,
    [
      mails.map(({ recipient }) => recipient),
      mails.map(({ eventId }) => eventId),
      mails.map(({ at }) => at),
      mailLimit.window / 1000,
      most,
    ],
  );

/** Case and plus tags are ignored: such addresses deliver to the same mailbox. */
const mailboxOf = (address: string): string => {
  const at = address.lastIndexOf('@');
  const plus = address.indexOf('+');
  const isTagged = plus > 0 && plus < at;
  return (isTagged ? address.slice(0, plus) + address.slice(at) : address).toLowerCase();
};

const forgottenAtOnce = 5_000;

/** Deletes counts that no longer matter: older than a day. Called by `sweep` (background/sweep.ts). */
export const purgeCountedMails = async ({ db, now }: Pick<MailLimits, 'db' | 'now'>): Promise<void> => {
  // An event that is redelivered after an hour must not be counted again.
  const before = new Date(now().getTime() - 24 * mailLimit.window);
  for (let forgotten = forgottenAtOnce; forgotten === forgottenAtOnce; )
    forgotten = await changedRows(
      db,
      `DELETE FROM counted_mails WHERE ctid = ANY(ARRAY(
         SELECT ctid FROM counted_mails WHERE counted_at < $1
         LIMIT ${forgottenAtOnce} FOR UPDATE SKIP LOCKED))`,
      [before],
    );
};
