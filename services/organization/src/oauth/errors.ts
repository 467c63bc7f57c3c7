/** Failures in the words of OAuth 2 (RFC 6749, sections 4.1.2.1 and 5.2): `error`, and `error_description` beside `detail`. */
import { AppError } from '@tessera/kit/errors';
import { billingDialect, type Dialect } from '@tessera/proto/api/error';

const failing =
  (name: string, status: number) =>
  (description: string, extra: Record<string, unknown> = {}): AppError =>
    new AppError({ name, status, message: description, extra: { error_description: description, ...extra } });

export const oauthErrors = {
  InvalidRequest: failing('invalid_request', 400),
  /** At the token endpoint: whoever asks has not shown which client it is. */
  InvalidClient: failing('invalid_client', 401),
  /** Where a person is asked: 401 would say that they should sign in. */
  UnknownClient: failing('invalid_client', 400),
  InvalidGrant: failing('invalid_grant', 400),
  InvalidScope: failing('invalid_scope', 400),
  InvalidSub: failing('invalid_sub', 400),
  UnauthorizedClient: failing('unauthorized_client', 400),
  UnsupportedGrantType: failing('unsupported_grant_type', 400),
  /** Of a registration access token (RFC 7592, section 2). */
  InvalidToken: failing('invalid_token', 401),
};

/** Of the endpoints of tokens: also a form that is not in order is refused in these words (RFC 6749, section 5.2). */
export const oauthDialect: Dialect = {
  ...billingDialect,
  refuse: (...refused) => {
    const failure = billingDialect.refuse(...refused);
    const told = failure.fields?.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`).join('; ');
    return oauthErrors.InvalidRequest(told ?? failure.name).failure;
  },
};
