/** Mails about one event to several members: once each, in their language. */
import { createHash } from 'node:crypto';
import type { WrittenMail } from '@tessera/kit/mail/layout';
import { mayWrite } from '@tessera/kit/mail/limit';
import { mailOnce } from '@tessera/kit/mail/once';
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
    const head = { to: user.email, type, messageId: idOf(eventId, userId) };
    if (!(await mayWrite(billing, { ...head, eventId: head.messageId }))) continue;
    await mailOnce(billing, { ...write(wordsFor(locale)), ...head, url });
  }
};

/** The message id: unique per event and member, as an event has one mail per member. */
const idOf = (eventId: string, userId: string): string => {
  const digest = createHash('sha256').update(`${eventId} ${userId}`).digest('hex');
  return [
    digest.slice(0, 8),
    digest.slice(8, 12),
    `8${digest.slice(13, 16)}`,
    `8${digest.slice(17, 20)}`,
    digest.slice(20, 32),
  ].join('-');
};
