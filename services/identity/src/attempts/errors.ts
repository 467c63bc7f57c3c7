/** The answer to too many tries: the gateway's own, word for word (contracts/auth.md, section 7). */
import { AppError } from '@tessera/kit/errors';
import type { ErrorRequestHandler } from 'express';

const message = 'Too many requests. Please try again later.';

export class TooManyAttempts extends AppError {
  readonly milliseconds: number;

  constructor(milliseconds: number) {
    super({ name: 'TooManyRequests', status: 429, message });
    this.milliseconds = milliseconds;
  }
}

/** Middleware behind the routes: tells how long to wait. The client reads this one answer as text. */
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
