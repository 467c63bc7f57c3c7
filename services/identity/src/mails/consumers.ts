/**
 * Consumers that send mails, so that an outage of the mail server only delays them. Events contain no token: it is
 * derived here, and is the same when an event is redelivered.
 */
import { timestampDate } from '@bufbuild/protobuf/wkt';
import type { Stoppable } from '@tessera/kit/background/stoppable';
import { type EventFacts, on } from '@tessera/kit/events/bus';
import { mailOnce } from '@tessera/kit/mail/once';
import type {
  AccountDeletionRequested,
  EmailChangeRequested,
  NewDeviceSignedIn,
  PasswordChanged,
  PasswordResetRequested,
  VerificationRequested,
} from '@tessera/proto/events/gen/tessera/identity/v1/events_pb';
import {
  accountDeletionRequested,
  emailChangeRequested,
  newDeviceSignedIn,
  passwordChanged,
  passwordResetRequested,
  verificationRequested,
} from '@tessera/proto/events/identity';
import { findCredential } from '../accounts/credential.ts';
import { authUrl, type Identity } from '../identity.ts';
import { mayWrite } from '../login-throttle/guard.ts';
import { findPreferences } from '../preferences/service.ts';
import { isStandIn } from '../providers/profile.ts';
import { deriveToken, storeToken, type TokenKind } from '../tokens/one-time.ts';
import { findUser } from '../users/entity.ts';
import { signVerification } from '../verifications/token.ts';
import {
  changeAddressMail,
  deleteAccountMail,
  newSignInMail,
  passwordChangedMail,
  resetPasswordMail,
  setPasswordMail,
  verifyAddressMail,
} from './link-mails.ts';

/** Where the web application sends reset mails. */
const forgotPage = '/forgot-password';
/** Default target of a mail's link: the web application's own page. */
const resetPage = '/reset-password';
/** Where the web application lists sessions. */
const sessionsPage = '/account/sessions';

/** Starts the consumer that sends account mails. */
export const startAccountMails = (identity: Identity): Promise<Stoppable> =>
  identity.bus.consume({
    name: 'account-mail',
    begin: 'now',
    on: [
      on(passwordResetRequested, (message, event) => sendReset(identity, message, event)),
      on(newDeviceSignedIn, (message, event) => sendNewSignIn(identity, message, event)),
      on(passwordChanged, (message, event) => sendPasswordChanged(identity, message, event)),
      on(emailChangeRequested, (message, event) => sendEmailChange(identity, message, event)),
      on(accountDeletionRequested, (message, event) => sendDeletion(identity, message, event)),
    ],
    concurrency: 4,
  });

/** Starts the consumer that sends verification mails. */
export const startVerificationMails = (identity: Identity): Promise<Stoppable> =>
  identity.bus.consume({
    name: 'verification-mail',
    begin: 'now',
    on: [on(verificationRequested, (message, event) => sendVerification(identity, message, event))],
    concurrency: 4,
  });

/** Sends one mail, unless the user's address has changed since. */
const sendVerification = async (
  identity: Identity,
  { userId, email, callbackUrl, language: asked }: VerificationRequested,
  event: EventFacts,
): Promise<void> => {
  const user = await findUser(identity.db.manager, userId);
  if (!user || user.email !== email) return;
  const facts = { type: 'verification', to: email };
  if (!(await mayWrite(identity, { ...facts, eventId: event.id }))) return;
  const { expiresIn } = identity.options.emailVerification;
  const token = await signVerification(identity.secret, email, { now: identity.now(), expiresIn });
  const url = linkOf(identity, '/verify-email', { token, callbackURL: callbackUrl });
  const { appName } = identity.options;
  const language = await languageOf(identity, userId, asked);
  await mailOnce(identity, {
    ...facts,
    ...verifyAddressMail({ appName, name: user.name, url, expiresIn, language }),
    url,
    token,
    messageId: event.id,
  });
};

type Minting = { kind: TokenKind; userId: string; expiresIn: number };

/** Stores and returns the event's token; null if it has already been used or has expired. */
const mint = async (identity: Identity, { id }: EventFacts, minting: Minting): Promise<string | null> => {
  const token = deriveToken(identity.keys.oneTimeTokens, minting.kind, id);
  return (await storeToken(identity.db, { ...minting, token, now: identity.now() })) ? token : null;
};

/** The language of the account's preferences, else that of the page which asked for the mail. */
const languageOf = async ({ db }: Identity, userId: string, asked: string): Promise<string> =>
  (await findPreferences(db, userId)).language ?? asked;

const linkOf = (identity: Identity, path: string, query: Record<string, string>): string =>
  `${authUrl(identity)}${path}?${new URLSearchParams(query).toString()}`;

const sendReset = async (identity: Identity, message: PasswordResetRequested, event: EventFacts) => {
  const { appName, emailAndPassword } = identity.options;
  const expiresIn = emailAndPassword.resetPasswordTokenExpiresIn;
  const credential = await findCredential(identity.db, { email: message.email });
  if (!credential) return;
  const { user, password } = credential;
  const facts = { type: 'reset-password', to: user.email };
  if (!(await mayWrite(identity, { ...facts, eventId: event.id }))) return;
  const token = await mint(identity, event, { kind: 'reset-password', userId: user.id, expiresIn });
  if (token === null) return;
  const url = linkOf(identity, `/reset-password/${token}`, { callbackURL: message.redirectTo || resetPage });
  const language = await languageOf(identity, user.id, message.language);
  const write = password === null ? setPasswordMail : resetPasswordMail;
  const letter = write({ appName, name: user.name, url, expiresIn, language });
  await mailOnce(identity, { ...letter, ...facts, url, token, messageId: event.id });
};

const sendPasswordChanged = async (identity: Identity, message: PasswordChanged, event: EventFacts) => {
  const { appName, emailAndPassword } = identity.options;
  const user = await findUser(identity.db.manager, message.userId);
  if (!user || isStandIn(user.email)) return;
  const facts = { type: 'password-changed', to: user.email };
  if (!(await mayWrite(identity, { ...facts, eventId: event.id }))) return;
  const url = emailAndPassword.sendResetPassword ? identity.publicUrl + forgotPage : null;
  const language = await languageOf(identity, user.id, message.language);
  const letter = passwordChangedMail({ appName, name: user.name, url, language });
  await mailOnce(identity, { ...letter, ...facts, ...(url && { url }), messageId: event.id });
};

const sendNewSignIn = async (identity: Identity, message: NewDeviceSignedIn, event: EventFacts) => {
  const { browser, system, ipAddress, signedInAt } = message;
  const user = await findUser(identity.db.manager, message.userId);
  if (!user || isStandIn(user.email)) return;
  const facts = { type: 'new-sign-in', to: user.email };
  if (!(await mayWrite(identity, { ...facts, eventId: event.id }))) return;
  const url = identity.publicUrl + sessionsPage;
  const [place] = await identity.places.of([{ id: event.id, ipAddress }]);
  const letter = newSignInMail({
    appName: identity.options.appName,
    name: user.name,
    url,
    device: { browser, system },
    signedInAt: signedInAt ? timestampDate(signedInAt) : identity.now(),
    ipAddress,
    country: place?.country ?? null,
    language: await languageOf(identity, user.id, message.language),
  });
  await mailOnce(identity, { ...letter, ...facts, url, messageId: event.id });
};

const sendEmailChange = async (identity: Identity, message: EmailChangeRequested, event: EventFacts) => {
  const { appName, emailVerification } = identity.options;
  const { expiresIn } = emailVerification;
  const user = await findUser(identity.db.manager, message.userId);
  if (!user || user.email !== message.email) return;
  const facts = { type: 'change-email', to: user.email };
  if (!(await mayWrite(identity, { ...facts, eventId: event.id }))) return;
  const times = { now: identity.now(), expiresIn, updateTo: message.newEmail };
  const token = await signVerification(identity.secret, user.email, times);
  const url = linkOf(identity, '/verify-email', { token, callbackURL: message.callbackUrl });
  const letter = changeAddressMail({
    appName,
    name: user.name,
    url,
    expiresIn,
    newEmail: message.newEmail,
    language: await languageOf(identity, user.id, message.language),
  });
  await mailOnce(identity, { ...letter, ...facts, url, token, messageId: event.id });
};

const sendDeletion = async (identity: Identity, message: AccountDeletionRequested, event: EventFacts) => {
  const { appName } = identity.options;
  const expiresIn = identity.options.user.deleteUser.deleteTokenExpiresIn;
  const user = await findUser(identity.db.manager, message.userId);
  if (!user || user.email !== message.email) return;
  const facts = { type: 'delete-account', to: user.email };
  if (!(await mayWrite(identity, { ...facts, eventId: event.id }))) return;
  const token = await mint(identity, event, { kind: 'delete-account', userId: user.id, expiresIn });
  if (token === null) return;
  const url = linkOf(identity, '/delete-user/callback', { token, callbackURL: message.callbackUrl });
  const language = await languageOf(identity, user.id, message.language);
  const letter = deleteAccountMail({ appName, name: user.name, url, expiresIn, language });
  await mailOnce(identity, { ...letter, ...facts, url, token, messageId: event.id });
};
