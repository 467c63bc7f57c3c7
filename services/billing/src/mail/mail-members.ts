/** Mails about one event to several members: once each, in their language. */
import type { WrittenMail } from '@tessera/kit/mail/layout';
import { mayWrite } from '@tessera/kit/mail/limit';
import { mailOnce, messageIdFor } from '@tessera/kit/mail/once';
import { askUser } from '@tessera/proto/api/asks';
import type { Billing } from '../billing.ts';
import { type Words, wordsFor } from './templates/words.ts';

export type MemberReader = { userId: string; locale: string | null };

/** `type`: the type of mail. `url`: the main link. */
export type MemberMail = { type: string; eventId: string; url: string; write: (words: Words) => WrittenMail };

/** Skips members whose account was deleted, and those who have reached the rate limit of the type. */
export const mailMembers = async (
  billing: Billing,
  readers: readonly MemberReader[],
  { type, eventId, url, write }: MemberMail,
): Promise<void> => {
  for (const { userId, locale } of readers) {
    const user = await billing.bus.ask(askUser, { userId });
    if (!user) continue;
    const head = { to: user.email, type, messageId: messageIdFor(eventId, userId) };
    if (!(await mayWrite(billing, { ...head, eventId: head.messageId }))) continue;
    await mailOnce(billing, { ...write(wordsFor(locale)), ...head, url });
  }
};
