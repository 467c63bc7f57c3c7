/** Answers that the gateway gives itself, in the words of the API that was asked. */
import type { ServerResponse } from 'node:http';
import type { Dialect, Failure } from '@tessera/proto/api/error';

/** Ends a request with a failure. An answer that has begun can only be cut off. */
export const refuse = (res: ServerResponse, dialect: Dialect, failure: Failure): void => {
  if (res.headersSent) {
    res.destroy();
    return;
  }
  res.statusCode = failure.status;
  res.setHeader('content-type', 'application/json');
  if (failure.status === 401 && failure.message !== null)
    res.setHeader('www-authenticate', 'Bearer realm="tessera"');
  const body = dialect.render(failure);
  res.end(body === undefined ? '' : JSON.stringify(body));
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
  message: 'The service gave no readable answer.',
};
export const unavailable: Failure = {
  name: 'ServiceUnavailable',
  status: 503,
  message: 'The service is temporarily unavailable.',
};
export const timedOut: Failure = {
  name: 'GatewayTimeout',
  status: 504,
  message: 'The service took too long to answer.',
};
