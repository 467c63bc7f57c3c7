/** What a browser has to know of the configuration before anyone is signed in. Nothing here is secret. */
import { z } from 'zod';
import { ProviderId } from './social.ts';

/** A field that this installation adds to users. */
export const AskedField = z.object({
  name: z.string(),
  type: z.enum(['string', 'number', 'boolean', 'date', 'string[]', 'number[]']),
});
export type AskedField = z.infer<typeof AskedField>;

/** The same as people see and change it on their account; one that is required cannot be emptied. */
export const OwnField = AskedField.extend({ required: z.boolean() });
export type OwnField = z.infer<typeof OwnField>;

/** Reply of `GET /public-options`. */
export const PublicOptions = z.object({
  appName: z.string(),
  /** Whether what is bought here is paid with test cards although it looks real: every page says so. */
  isTestMode: z.boolean(),
  /** Whether the clock of the whole system can be moved at `/api/dev/clock`: on one's own machine. */
  isClockMovable: z.boolean(),
  emailAndPassword: z.object({
    enabled: z.boolean(),
    canSignUp: z.boolean(),
    /** Characters. */
    minPasswordLength: z.number(),
    maxPasswordLength: z.number(),
    /** Whether a forgotten password can be reset by mail, and for how long the mail's link is good. */
    canReset: z.boolean(),
    resetExpiresInSeconds: z.number(),
    requireEmailVerification: z.boolean(),
    /** Whether signing up signs in, where no address has to be verified before. */
    autoSignIn: z.boolean(),
    /** Whether a mail that proves the address is sent at sign-up. */
    sendsVerificationOnSignUp: z.boolean(),
    /** What a sign-up is refused without, besides the usual fields. */
    asksFor: z.array(AskedField),
  }),
  emailVerification: z.object({
    /** Whether such a mail can be asked for, and for how long its link is good. */
    canSend: z.boolean(),
    expiresInSeconds: z.number(),
    signsIn: z.boolean(),
  }),
  /** Characters of a username. */
  username: z.object({ min: z.number(), max: z.number() }),
  /** Providers that are configured and enabled, in the order of the contract. */
  socialProviders: z.array(ProviderId),
  account: z.object({
    /** Whether the last way to sign in may be unlinked. */
    canUnlinkAll: z.boolean(),
  }),
  user: z.object({
    canChangeEmail: z.boolean(),
    /** Whether an address that is verified can be changed: its owner has to be asked by mail. */
    canChangeVerifiedEmail: z.boolean(),
    canDelete: z.boolean(),
    /** Whether a deletion is completed by the link in a mail. */
    confirmsDeletionByMail: z.boolean(),
    deletionExpiresInSeconds: z.number(),
    /** Added fields that their owner sees and may set. */
    fields: z.array(OwnField),
  }),
  /** What someone banned is told. */
  bannedUserMessage: z.string(),
  /** One browser keeps fewer accounts than this. */
  multiSession: z.object({ maximumSessions: z.number() }),
});
export type PublicOptions = z.infer<typeof PublicOptions>;
