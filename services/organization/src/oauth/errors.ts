/** OAuth 2 errors (RFC 6749, sections 4.1.2.1 and 5.2): `error`, and `error_description` in addition to `detail`. */
import { AppError } from '@tessera/kit/errors';
import { billingDialect, type Dialect } from '@tessera/proto/api/error';

const failing =
  (name: string, status: number) =>
  (description: string, extra: Record<string, unknown> = {}): AppError =>
    new AppError({ name, status, message: description, extra: { error_description: description, ...extra } });

export const oauthErrors = {
  InvalidRequest: failing('invalid_request', 400),
  /** At the token endpoints: the client is not authenticated. */
  InvalidClient: failing('invalid_client', 401),
  /** At the authorization endpoint, where 401 would mean that the user has to sign in. */
  UnknownClient: failing('invalid_client', 400),
  InvalidGrant: failing('invalid_grant', 400),
  InvalidScope: failing('invalid_scope', 400),
  InvalidSub: failing('invalid_sub', 400),
  UnauthorizedClient: failing('unauthorized_client', 400),
  UnsupportedGrantType: failing('unsupported_grant_type', 400),
  /** A wrong registration access token (RFC 7592, section 2), or an access token whose subject was deleted. */
  InvalidToken: failing('invalid_token', 401),
};

/** The dialect of the token endpoints: malformed forms also get an OAuth error (RFC 6749, section 5.2). */
export const oauthDialect: Dialect = {
  ...billingDialect,
  refuse: (...refused) => {
    const failure = billingDialect.refuse(...refused);
    const message = failure.fields?.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`).join('; ');
    return oauthErrors.InvalidRequest(message ?? failure.name).failure;
  },
};
