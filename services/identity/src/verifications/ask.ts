/** Requests verification mails; a consumer of the event sends them. */
import { defineErrors } from '@tessera/kit/errors';
import { emit, transact } from '@tessera/kit/events/outbox';
import { verificationRequested } from '@tessera/proto/events/identity';
import { mailLanguage } from '../http/client.ts';
import type { Identity } from '../identity.ts';
import { sendsVerification } from '../options.ts';
import type { User } from '../users/entity.ts';

export const askErrors = defineErrors({
  NotEnabled: { status: 400, message: "Verification email isn't enabled" },
  NobodyKnown: { status: 400, message: 'User not found' },
});

/** Requests the mail if verification mails are enabled. */
export const askForVerification = async (
  identity: Identity,
  { id, email }: User,
  callbackUrl: string,
): Promise<void> => {
  if (!sendsVerification(identity.options)) return;
  await transact(identity.db, (em) =>
    emit(em, verificationRequested, { userId: id, email, callbackUrl, language: mailLanguage() }),
  );
};
