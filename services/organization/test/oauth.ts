/** An OAuth client, and its requests up to the tokens. */
import { createHash, randomBytes } from 'node:crypto';
import type { Reply } from '@tessera/kit/test/client';
import type { PassportClaims, UserCaller } from '@tessera/proto/api/passport';
import type { OrganizationStack } from './factories.ts';

export const oauthBase = '/api/billing/v1/oauth2';
export const callback = 'https://app.example/callback';

export type RegisteredClient = { clientId: string; clientSecret: string; registrationToken: string };

/** Registers a client; `as` null: anonymously. */
export const registerClient = async (
  { send }: Pick<OrganizationStack, 'send'>,
  as: PassportClaims | null,
  changes: Record<string, unknown> = {},
): Promise<RegisteredClient> => {
  const reply = await send('POST', `${oauthBase}/register`, {
    ...(as && { as }),
    body: {
      client_name: 'Ledger',
      redirect_uris: [callback],
      scope: 'openid profile email organizations:read products:read products:write',
      ...changes,
    },
  });
  if (reply.status !== (as ? 200 : 201)) throw new Error(`no client: ${reply.status} ${reply.text}`);
  const { client_id, client_secret = '', registration_access_token } = reply.body;
  return { clientId: client_id, clientSecret: client_secret, registrationToken: registration_access_token };
};

/** Returns the query of an authorization request. */
export const requestOf = (
  { clientId }: RegisteredClient,
  changes: Record<string, string> = {},
): Record<string, string> => ({
  client_id: clientId,
  response_type: 'code',
  redirect_uri: callback,
  state: 'st&te',
  ...changes,
});

export const authorize = (
  { send }: Pick<OrganizationStack, 'send'>,
  as: PassportClaims | null,
  request: Record<string, string>,
): Promise<Reply> =>
  send('GET', `${oauthBase}/authorize?${new URLSearchParams(request).toString()}`, { ...(as && { as }) });

/** Sends the user's decision, as a form. */
export const consent = (
  { send }: Pick<OrganizationStack, 'send'>,
  as: PassportClaims | null,
  request: Record<string, string>,
  action = 'allow',
): Promise<Reply> =>
  send('POST', `${oauthBase}/consent?${new URLSearchParams(request).toString()}`, {
    ...(as && { as }),
    ...form({ action }),
  });

/** Returns the body and headers of a form. */
export const form = (fields: Record<string, string>) => ({
  body: new URLSearchParams(fields).toString(),
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
});

export const parametersOf = ({ headers }: Reply): Record<string, string> =>
  Object.fromEntries(new URL(headers.get('location') ?? '').searchParams);

/** Consents to a request and returns the authorization code. */
export const allowed = async (
  started: Pick<OrganizationStack, 'send'>,
  as: UserCaller,
  request: Record<string, string>,
): Promise<string> => {
  const reply = await consent(started, as, request);
  if (reply.status !== 302) throw new Error(`not allowed: ${reply.status} ${reply.text}`);
  return parametersOf(reply)['code'] ?? '';
};

export const post = (
  { send }: Pick<OrganizationStack, 'send'>,
  endpoint: 'token' | 'revoke' | 'introspect',
  { clientId, clientSecret }: RegisteredClient,
  fields: Record<string, string>,
): Promise<Reply> =>
  send(
    'POST',
    `${oauthBase}/${endpoint}`,
    form({ client_id: clientId, ...(clientSecret && { client_secret: clientSecret }), ...fields }),
  );

/** Exchanges a code for tokens. */
export const redeem = (
  started: Pick<OrganizationStack, 'send'>,
  client: RegisteredClient,
  code: string,
  fields: Record<string, string> = {},
): Promise<Reply> =>
  post(started, 'token', client, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: callback,
    ...fields,
  });

export const refreshWith = (
  started: Pick<OrganizationStack, 'send'>,
  client: RegisteredClient,
  token: string,
  fields: Record<string, string> = {},
): Promise<Reply> =>
  post(started, 'token', client, { grant_type: 'refresh_token', refresh_token: token, ...fields });

/** Consents to a request, exchanges the code and returns the tokens. */
export const connect = async (
  started: Pick<OrganizationStack, 'send'>,
  as: UserCaller,
  client: RegisteredClient,
  changes: Record<string, string> = {},
): Promise<{ access: string; refresh: string }> => {
  const code = await allowed(started, as, requestOf(client, changes));
  const reply = await redeem(started, client, code);
  if (reply.status !== 200) throw new Error(`no tokens: ${reply.status} ${reply.text}`);
  return { access: reply.body.access_token, refresh: reply.body.refresh_token };
};

/** Returns a PKCE verifier and its challenge (RFC 7636). */
export const proofKey = (): { verifier: string; challenge: string } => {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
};
