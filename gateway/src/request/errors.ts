/** Errors that the gateway answers itself, in the format of the requested API. */
import type { ServerResponse } from 'node:http';
import { challengeOf, type Dialect, type Failure } from '@tessera/proto/api/error';

/** A failure with fields that only the gateway sets. */
export type Refusal = Failure & {
  /** Seconds until a retry makes sense. */
  retryAfter?: number;
  /** The rest of the request will not be read: the connection is closed. */
  isLast?: true;
};

/** Answers a request with a failure. Destroys the connection if the response has already begun. */
export const refuse = (res: ServerResponse, dialect: Dialect, failure: Refusal): void => {
  if (res.headersSent) {
    res.destroy();
    return;
  }
  res.statusCode = failure.status;
  res.setHeader('content-type', 'application/json');
  if (failure.retryAfter !== undefined) res.setHeader('retry-after', String(failure.retryAfter));
  if (failure.isLast) res.setHeader('connection', 'close');
  const challenge = challengeOf(failure);
  if (challenge !== null) res.setHeader('www-authenticate', challenge);
  const body = dialect.render(failure);
  res.end(body === undefined ? '' : JSON.stringify(body));
};

/** Answers 429 with the seconds to wait. */
export const refuseLimited = (res: ServerResponse, { casing }: Dialect, wait: number): void => {
  const isAuth = casing === 'camel';
  const message = 'Too many requests. Please try again later.';
  res.statusCode = 429;
  res.setHeader('retry-after', String(wait));
  res.setHeader('x-retry-after', String(wait));
  // The auth contract's client reads this response as text; see its section 7.
  res.setHeader('content-type', isAuth ? 'text/plain;charset=UTF-8' : 'application/json');
  res.end(JSON.stringify(isAuth ? { message } : { error: 'TooManyRequests', detail: message }));
};

export const invalidToken: Failure = {
  name: 'invalid_token',
  status: 401,
  message: 'The access token is unknown, revoked or expired.',
  extra: { error_description: 'The access token is unknown, revoked or expired.' },
};
export const invalidOrigin: Failure = { name: 'NotPermitted', status: 403, message: 'Invalid origin' };
export const tooLarge: Failure = {
  name: 'PayloadTooLarge',
  status: 413,
  message: 'The request body is too large.',
};
export const badGateway: Failure = {
  name: 'BadGateway',
  status: 502,
  message: 'The service returned an unreadable response.',
};
export const unavailable: Failure = {
  name: 'ServiceUnavailable',
  status: 503,
  message: 'The service is temporarily unavailable.',
};
export const timedOut: Failure = {
  name: 'GatewayTimeout',
  status: 504,
  message: 'The service took too long to respond.',
};
export const slowBody: Refusal = {
  name: 'RequestTimeout',
  status: 408,
  message: 'The request body did not arrive in time.',
  isLast: true,
};
export const tooManyBodies: Refusal = {
  name: 'TooManyRequests',
  status: 429,
  message: 'Too many unfinished requests.',
  retryAfter: 5,
  isLast: true,
};
export const tooManyStreams: Refusal = {
  name: 'TooManyRequests',
  status: 429,
  message: 'Too many streams are open from this address.',
  retryAfter: 5,
};
export const tooManyStreamsHere: Refusal = {
  name: 'ServiceUnavailable',
  status: 503,
  message: 'Too many streams are open.',
  retryAfter: 5,
};
export const tooManyTransfers: Refusal = {
  ...tooManyStreams,
  message: 'Too many file transfers are in progress from this address.',
};
export const tooManyTransfersHere: Refusal = {
  ...tooManyStreamsHere,
  message: 'Too many file transfers are in progress.',
};
export const lengthRequired: Failure = {
  name: 'LengthRequired',
  status: 411,
  message: 'The Content-Length header is required.',
};
export const overloaded: Refusal = {
  name: 'ServiceUnavailable',
  status: 503,
  message: 'The service is overloaded.',
  retryAfter: 1,
};
export const wrongMethod: Failure = { name: 'MethodNotAllowed', status: 405, message: 'Method Not Allowed' };
export const badRequest: Failure = {
  name: 'BadRequest',
  status: 400,
  message: 'The request could not be read.',
};
