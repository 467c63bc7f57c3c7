/** The guide's chapter for developers of OAuth apps. */

/** The URLs of an installation. */
export type Places = {
  publicUrl: string;
  /** Public path of the auth API. */
  basePath: string;
};

/** The client refuses addresses without TLS, such as those of development, unless it is told to accept them. */
const discoveryOf = (publicUrl: string): string => {
  const facts = `new URL('${publicUrl}'), CLIENT_ID, CLIENT_SECRET`;
  return publicUrl.startsWith('https:')
    ? `await openid.discovery(${facts});`
    : `await openid.discovery(${facts}, undefined, {
  execute: [openid.allowInsecureRequests], // In development only: this address has no https.
});`;
};

/** The chapter about OAuth. */
export const apps = ({ publicUrl }: Places): string => `## OAuth apps

An app can act for users or organizations that allow it to, without ever seeing their passwords or access tokens. It uses OAuth 2
(authorization code, PKCE with \`S256\`, refresh tokens) and OpenID Connect. Register it under **Account**, **OAuth apps**, or with
\`POST /v1/oauth2/register\`. Any OpenID Connect client finds the rest at \`${publicUrl}/.well-known/openid-configuration\`:

\`\`\`ts
import * as openid from 'openid-client';

const { CLIENT_ID = '', CLIENT_SECRET = '' } = process.env;
const config = ${discoveryOf(publicUrl)}
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
// Redirect the user to address.href and keep verifier and state in their session. When they return:
const tokens = await openid.authorizationCodeGrant(config, new URL(request.url), {
  pkceCodeVerifier: verifier,
  expectedState: state,
});
\`\`\`

\`sub_type\` sets for whom the app acts: an \`organization\`, which the user chooses from those they manage, or the \`user\`, in all
of their organizations. \`login_hint\` fills in whom the sign-in page asks for. An access token is valid for an hour. A refresh
token is replaced with each use and expires when it has not been used for 90 days. If one is used again more than a minute after its
first use, all tokens of that authorization are revoked. Users and organizations can revoke their authorization at any time:
requests then return 401 \`invalid_token\`, and a refresh returns \`invalid_grant\`. An app on the user's device, which cannot keep
a secret, registers with \`token_endpoint_auth_method\` \`none\`.`;
