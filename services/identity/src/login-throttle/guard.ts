/** Throttles password guesses and mails. Off where rate limits are off. */
import { AppError } from '@tessera/kit/errors';
import { mayWrite as mayBeWritten, type PlannedMail } from '@tessera/kit/mail/limit';
import type { ErrorRequestHandler } from 'express';
import type { Identity } from '../identity.ts';
import type { Guess } from './counts.ts';

const message = 'Too many requests. Please try again later.';

class TooManyAttempts extends AppError {
  readonly milliseconds: number;

  constructor(milliseconds: number) {
    super({ name: 'TooManyRequests', status: 429, message });
    this.milliseconds = milliseconds;
  }
}

/** Error middleware: answers 429 with the seconds to wait. The client reads this response as text. */
export const answerTooMany: ErrorRequestHandler = (error: unknown, _req, res, next) => {
  if (!(error instanceof TooManyAttempts)) {
    next(error);
    return;
  }
  const seconds = String(Math.ceil(error.milliseconds / 1000));
  res.status(429);
  res.setHeader('retry-after', seconds);
  res.setHeader('x-retry-after', seconds);
  res.setHeader('content-type', 'text/plain;charset=UTF-8');
  res.end(JSON.stringify({ message }));
};

type Guarded = Pick<Identity, 'counts' | 'options' | 'isDevelopment' | 'now' | 'log'>;

const isOn = ({ options, isDevelopment }: Guarded): boolean => options.rateLimit.enabled ?? !isDevelopment;

/**
 * Returns the throttle key of an account: the user's id, whatever name was used and at whichever route, so that
 * another name or route gives no new tries. An unknown name is its own key.
 */
export const accountOf = (meant: { user: { id: string } } | null, name: string): string =>
  meant ? `user ${meant.user.id}` : name;

/**
 * Runs `judge`, which checks the password, unless too many guesses were wrong: then it throws without checking, so
 * that a refusal costs and reveals nothing. Without an address nothing is counted, as at the gateway.
 */
export const throttlePasswordAttempt = async (
  identity: Guarded,
  guess: Guess,
  judge: () => Promise<boolean>,
): Promise<boolean> => {
  if (guess.address === '' || !isOn(identity)) return judge();
  const { counts, now } = identity;
  const wait = await counts.begin(guess, now());
  if (wait > 0) throw new TooManyAttempts(wait);
  try {
    const isRight = await judge();
    void counts.end(guess, isRight ? 'right' : 'wrong', now());
    return isRight;
  } catch (error) {
    void counts.end(guess, 'unjudged', now());
    throw error;
  }
};

/**
 * Clears the wrong guesses from an address after the owner has proved by mail that the account is theirs, so that
 * they can sign in with the new password immediately.
 */
export const resetThrottle = (identity: Guarded, user: { id: string }, address: string): void => {
  if (address === '' || !isOn(identity)) return;
  void identity.counts.end({ account: accountOf({ user }, ''), address }, 'right', identity.now());
};

/** Remembers that an account's owner has signed in from an address, in whatever way. */
export const rememberAddress = (identity: Guarded, user: { id: string }, address: string): void => {
  if (address === '' || !isOn(identity)) return;
  void identity.counts.end({ account: accountOf({ user }, ''), address }, 'known', identity.now());
};

/** Whether a mail may be sent: mails are limited wherever guesses are. */
export const mayWrite = (identity: Guarded & Pick<Identity, 'db'>, mail: PlannedMail): Promise<boolean> =>
  mayBeWritten({ ...identity, areMailsLimited: isOn(identity) }, mail);
