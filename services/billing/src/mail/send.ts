/** A mail to a customer, once, and that it was sent: their seller finds it in what happened. */
import type { Mail } from '@tessera/kit/mail';
import { mailOnce } from '@tessera/kit/mail-once';
import type { Billing } from '../billing.ts';
import { type HistorySubject, insertHistory } from '../history/entity.ts';

/** As `mailOnce`. Who it went to is not kept: it is their own history. */
export const mailCustomer = async (
  billing: Billing,
  mail: Mail,
  about: Partial<HistorySubject> & { organizationId: string },
): Promise<void> => {
  await mailOnce(billing, mail);
  // Also where it was sent before: whoever sent it may have died before writing this.
  await insertHistory(billing.db, [
    {
      eventId: mail.messageId,
      type: 'mail.sent',
      happenedAt: billing.now(),
      actor: null,
      customerId: null,
      orderId: null,
      subscriptionId: null,
      ...about,
      facts: { mail: mail.type, subject: mail.subject },
    },
  ]);
};
