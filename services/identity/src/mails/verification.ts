/** Verification mails are sent by a consumer, so that a mail server that is down delays them and loses none. */
import { type EventFacts, on, type Stoppable } from '@tessera/kit/bus';
import { mailOnce } from '@tessera/kit/mail-once';
import type { VerificationRequested } from '@tessera/proto/events/gen/tessera/identity/v1/events_pb';
import { verificationRequested } from '@tessera/proto/events/identity';
import { mayWrite } from '../attempts/guard.ts';
import { authUrl, type Identity } from '../identity.ts';
import { findUser } from '../users/rows.ts';
import { signVerification } from '../verifications/token.ts';
import { verificationMail } from './verify-address.ts';

/** Starts sending the mails that events ask for. */
export const startVerificationMails = (identity: Identity): Promise<Stoppable> =>
  identity.bus.consume({
    name: 'verification-mail',
    begin: 'now',
    on: [on(verificationRequested, (message, event) => sendVerification(identity, message, event))],
    concurrency: 4,
  });

/** Sends one mail, unless the address is not the user's any more. */
const sendVerification = async (
  identity: Identity,
  { userId, email, callbackUrl }: VerificationRequested,
  event: EventFacts,
): Promise<void> => {
  const user = await findUser(identity.db, userId);
  if (!user || user.email !== email) return;
  const facts = { type: 'verification', to: email };
  if (!(await mayWrite(identity, { ...facts, eventId: event.id }))) return;
  const { expiresIn } = identity.options.emailVerification;
  const token = await signVerification(identity.secret, email, { now: identity.now(), expiresIn });
  const query = new URLSearchParams({ token, callbackURL: callbackUrl }).toString();
  const url = `${authUrl(identity)}/verify-email?${query}`;
  const { appName } = identity.options;
  await mailOnce(identity, {
    ...facts,
    ...verificationMail({ appName, name: user.name, url, expiresIn }),
    url,
    token,
    messageId: event.id,
  });
};
