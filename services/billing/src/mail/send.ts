/** A mail to a customer, once, and that it was sent: their seller finds it in what happened. */
import { batchedBy } from '@tessera/kit/batched';
import type { Mail } from '@tessera/kit/mail';
import { mailOnce } from '@tessera/kit/mail-once';
import { isErasedAddress } from '@tessera/proto/api/billing/customer';
import type { DataSource } from 'typeorm';
import type { Billing } from '../billing.ts';
import { type HistoryRow, type HistorySubject, insertHistory } from '../history/entity.ts';

/** As `mailOnce`, and nothing to whom has been erased meanwhile. Who it went to is not kept: it is their own history. */
export const mailCustomer = async (
  billing: Billing,
  mail: Mail,
  about: Partial<HistorySubject> & { organizationId: string },
): Promise<void> => {
  if (isErasedAddress(mail.to)) return;
  await mailOnce(billing, mail);
  // Also where it was sent before: whoever sent it may have died before writing this.
  await keep(billing.db, {
    eventId: mail.messageId,
    type: 'mail.sent',
    happenedAt: billing.now(),
    actor: null,
    customerId: null,
    orderId: null,
    subscriptionId: null,
    ...about,
    facts: { mail: mail.type, subject: mail.subject },
  });
};

const maxTogether = 50;
const gatherMilliseconds = 20;

/** Those of mails that go out at the same time are written together. */
const keep = batchedBy(
  maxTogether,
  async (db: DataSource, rows: HistoryRow[]) => {
    await insertHistory(db, rows);
    return rows;
  },
  { gather: gatherMilliseconds },
);
