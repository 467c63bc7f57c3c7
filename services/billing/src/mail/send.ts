/** Sends mails to customers, once each, and records in the history for the seller whether they were taken. */
import { batchedBy } from '@tessera/kit/background/batched';
import type { Mail } from '@tessera/kit/mail/mailer';
import { mailOnce } from '@tessera/kit/mail/once';
import { isErasedAddress } from '@tessera/proto/api/billing/customer';
import type { DataSource } from 'typeorm';
import { findOrganizationRow } from '../access/organizations/entity.ts';
import type { Billing } from '../billing.ts';
import { type HistoryRow, type HistorySubject, insertHistory } from '../history/entity.ts';

/**
 * Like `mailOnce`, but skips customers erased in the meantime. Answers go to the seller, if an address is known. The
 * recipient's address is not recorded.
 */
export const mailCustomer = async (
  billing: Billing,
  mail: Mail,
  about: Partial<HistorySubject> & { organizationId: string },
): Promise<void> => {
  if (isErasedAddress(mail.to)) return;
  const seller = await findOrganizationRow(billing.db.manager, about.organizationId);
  const outcome = await mailOnce(billing, { ...mail, ...(seller?.email && { replyTo: seller.email }) });
  const refusal = outcome.kind === 'refused' ? { reason: outcome.reply } : null;
  // Also if it was sent before: the process may have crashed before it was recorded.
  await keep(billing.db, {
    eventId: mail.messageId,
    type: refusal ? 'mail.refused' : 'mail.sent',
    happenedAt: billing.now(),
    actor: null,
    customerId: null,
    orderId: null,
    subscriptionId: null,
    ...about,
    facts: { mail: mail.type, subject: mail.subject, ...refusal },
  });
};

const maxTogether = 50;
const gatherMilliseconds = 20;

/** Entries of concurrent mails are inserted in one statement. */
const keep = batchedBy(
  maxTogether,
  async (db: DataSource, rows: HistoryRow[]) => {
    await insertHistory(db, rows);
    return rows;
  },
  { gather: gatherMilliseconds },
);
