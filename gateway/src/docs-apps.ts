/** The guide's chapter for those who build apps that others connect. */

/** The addresses of an installation. */
export type Places = {
  publicUrl: string;
  /** Where the auth API is, outside. */
  basePath: string;
};

/** The chapter about OAuth. */
export const apps = ({ publicUrl }: Places): string => `## Apps that others connect

An app acts for users or organizations who allow it to, without ever seeing a password or an access token of theirs: OAuth 2
(authorization code, PKCE with \`S256\`, refresh tokens) and OpenID Connect. Register it under **Account**, **OAuth apps**, or by
\`POST /v1/oauth2/register\`. Any client of OpenID Connect finds the rest at \`${publicUrl}/.well-known/openid-configuration\`:

\`\`\`ts
import * as openid from 'openid-client';

const { CLIENT_ID = '', CLIENT_SECRET = '' } = process.env;
const config = await openid.discovery(new URL('${publicUrl}'), CLIENT_ID, CLIENT_SECRET);
const verifier = openid.randomPKCECodeVerifier();
const state = openid.randomState();
const address = openid.buildAuthorizationUrl(config, {
  redirect_uri: 'https://app.example/callback',
  scope: 'openid products:read orders:read',
  sub_type: 'organization',
  state,
  code_challenge: await openid.calculatePKCECodeChallenge(verifier),
  code_challenge_method: 'S256',
});
// Send the user to address.href, keep verifier and state in their session. Where they come back:
const tokens = await openid.authorizationCodeGrant(config, new URL(request.url), {
  pkceCodeVerifier: verifier,
  expectedState: state,
});
\`\`\`

\`sub_type\` says for whom the app is to act: an \`organization\`, which the user chooses of those that they manage, or the \`user\` in
all of theirs. An access token is good for an hour; a refresh token is replaced with each use, and ends when nobody has used it for
90 days. One that comes a second time, more than a minute after the first, ends all tokens of that authorization. Users and
organizations take back what they have allowed at any time: then the answer is 401 \`invalid_token\`, and \`invalid_grant\` to a
refresh. An app on the user's machine, which can keep no secret, registers with \`token_endpoint_auth_method\`
\`none\`.`;
