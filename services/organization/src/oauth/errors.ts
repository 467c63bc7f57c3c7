/** Failures in the words of OAuth 2 (RFC 6749, sections 4.1.2.1 and 5.2): `error`, and `error_description` beside `detail`. */
import { AppError } from '@tessera/kit/errors';

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
