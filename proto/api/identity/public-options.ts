/** Configuration that browsers need before sign-in. Contains no secrets. */
import { z } from 'zod';
import { ProviderId } from './social.ts';

/** A field that the configuration adds to users. */
export const AskedField = z.object({
  name: z.string(),
  type: z.enum(['string', 'number', 'boolean', 'date', 'string[]', 'number[]']),
});
export type AskedField = z.infer<typeof AskedField>;

/** An added field that users see and change in their account; required ones cannot be emptied. */
export const OwnField = AskedField.extend({ required: z.boolean() });
export type OwnField = z.infer<typeof OwnField>;

/** Reply of `GET /public-options`. */
export const PublicOptions = z.object({
  appName: z.string(),
  /** Whether payments are simulated with test cards in production; every page shows that. */
  isTestMode: z.boolean(),
  /** Whether organizations without a payment account sell with test cards. A service before this option omits it. */
  hasSandbox: z.boolean().default(false),
  /** Whether the clock of the system can be adjusted at `/api/dev/clock` (development mode). */
  isClockMovable: z.boolean(),
  emailAndPassword: z.object({
    enabled: z.boolean(),
    canSignUp: z.boolean(),
    /** Lengths in characters. */
    minPasswordLength: z.number(),
    maxPasswordLength: z.number(),
    /** Whether a forgotten password can be reset by mail, and how long the link is valid. */
    canReset: z.boolean(),
    resetExpiresInSeconds: z.number(),
    requireEmailVerification: z.boolean(),
    /** Whether signing up also signs in, if no verification is required before. */
    autoSignIn: z.boolean(),
    /** Whether sign-up sends a verification mail. */
    sendsVerificationOnSignUp: z.boolean(),
    /** Additional fields that sign-up requires. */
    asksFor: z.array(AskedField),
  }),
  emailVerification: z.object({
    /** Whether a verification mail can be requested, and how long its link is valid. */
    canSend: z.boolean(),
    expiresInSeconds: z.number(),
    signsIn: z.boolean(),
  }),
  /** Length of a username in characters. */
  username: z.object({ min: z.number(), max: z.number() }),
  /** The enabled providers, in the order of the contract. */
  socialProviders: z.array(ProviderId),
  account: z.object({
    /** Whether the last sign-in method may be unlinked. */
    canUnlinkAll: z.boolean(),
  }),
  user: z.object({
    canChangeEmail: z.boolean(),
    /** Whether a verified address can be changed, which its owner must confirm by mail. */
    canChangeVerifiedEmail: z.boolean(),
    canDelete: z.boolean(),
    /** Whether deletion requires a confirmation by mail. */
    confirmsDeletionByMail: z.boolean(),
    deletionExpiresInSeconds: z.number(),
    /** Added fields that users can see and change. */
    fields: z.array(OwnField),
  }),
  /** Message for banned users. */
  bannedUserMessage: z.string(),
  /** Upper bound (exclusive) of accounts in one browser. */
  multiSession: z.object({ maximumSessions: z.number() }),
});
export type PublicOptions = z.infer<typeof PublicOptions>;
