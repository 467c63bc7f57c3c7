/** Parts that rows of the provider table share. */
import type { Authorization, Endpoints, Mapping, Parameters, ProviderRow } from './provider.ts';

/** The parameters of the generic authorization URL, in the order of contracts/auth.md section 13.1. */
export const standardParameters = (row: ProviderRow, request: Authorization): Parameters => {
  const { options, challenge } = request;
  return [
    ['response_type', 'code'],
    ['client_id', options.clientId],
    ['state', request.state],
    ['scope', request.scopes.join(' ') || undefined],
    ['redirect_uri', request.redirectUri],
    ['duration', options.duration],
    ['display', options.display],
    ['login_hint', row.passesHint && request.loginHint],
    ['prompt', options.prompt],
    ['hd', options.hd],
    ['access_type', options.accessType],
    ['response_mode', options.responseMode ?? row.responseMode],
    ['code_challenge_method', challenge && 'S256'],
    ['code_challenge', challenge],
    ...(row.extra?.(options) ?? []),
  ];
};

/** Endpoints that do not depend on options; `refresh` defaults to the token endpoint. */
export const fixed =
  (endpoints: Omit<Endpoints, 'refresh'> & { refresh?: string | null }) => (): Endpoints => ({
    refresh: endpoints.token,
    ...endpoints,
  });

/** The claims of OpenID Connect. */
export const openIdMapping: Mapping = {
  id: 'sub',
  name: ['name'],
  email: ['email'],
  image: ['picture'],
  emailVerified: 'email_verified',
};
