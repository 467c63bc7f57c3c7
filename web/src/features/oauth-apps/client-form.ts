import {
  isRedirectUri,
  OAuthClientCreate,
  OAuthClientUpdate,
} from '@tessera/proto/api/organization/oauth/client';
import type { OAuthSubject } from '@tessera/proto/api/organization/oauth/scopes';
import type { z } from 'zod';
import type { RegisteredClient } from '../../api/organization/oauth-clients.ts';
import { t } from '../../i18n/t.ts';
import { opensSomething } from '../../shared/rights/rights.ts';
import { checkRequest, type FieldErrors } from '../../ui/forms/form-errors.ts';

export type ClientForm = {
  name: string;
  /** One URI per line. */
  redirectUris: string;
  /** Whether the app can keep a secret. */
  kind: 'confidential' | 'public';
  subType: OAuthSubject;
  scopes: string[];
  clientUri: string;
  logoUri: string;
  tosUri: string;
  policyUri: string;
  form: string;
};

/** Maps request paths of errors to form fields. */
export const fields = {
  clientName: 'name',
  tokenEndpointAuthMethod: 'kind',
  defaultSubType: 'subType',
  scope: 'scopes',
};

export const newClient: ClientForm = {
  name: '',
  redirectUris: '',
  kind: 'confidential',
  subType: 'user',
  scopes: ['openid', 'profile', 'email'],
  clientUri: '',
  logoUri: '',
  tosUri: '',
  policyUri: '',
  form: '',
};

export const kindOf = ({ tokenEndpointAuthMethod }: Pick<RegisteredClient, 'tokenEndpointAuthMethod'>) =>
  tokenEndpointAuthMethod === 'none' ? 'public' : 'confidential';

const scopesIn = (scope: string): string[] => scope.split(' ').filter(Boolean);

export const formOfClient = (client: RegisteredClient): ClientForm => ({
  name: client.clientName,
  redirectUris: client.redirectUris.join('\n'),
  kind: kindOf(client),
  subType: client.defaultSubType,
  scopes: scopesIn(client.scope).filter(opensSomething),
  clientUri: client.clientUri ?? '',
  logoUri: client.logoUri ?? '',
  tosUri: client.tosUri ?? '',
  policyUri: client.policyUri ?? '',
  form: '',
});

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

const linkOf = (text: string): string | null => text.trim() || null;

type Create = z.input<typeof OAuthClientCreate>;

export const createRequest = (values: ClientForm): Create => ({
  clientName: values.name.trim(),
  redirectUris: linesOf(values.redirectUris),
  tokenEndpointAuthMethod: values.kind === 'public' ? 'none' : 'client_secret_post',
  defaultSubType: values.subType,
  scope: values.scopes.join(' '),
  clientUri: linkOf(values.clientUri),
  logoUri: linkOf(values.logoUri),
  tosUri: linkOf(values.tosUri),
  policyUri: linkOf(values.policyUri),
});

/** Sends the authentication method only if the kind changed: an app may use another. Keeps scopes without a box. */
export const updateRequest = (
  values: ClientForm,
  client: RegisteredClient,
): z.input<typeof OAuthClientUpdate> => {
  const { tokenEndpointAuthMethod, scope, ...request } = createRequest(values);
  const boxless = scopesIn(client.scope).filter((each) => !opensSomething(each));
  return {
    ...request,
    clientId: client.clientId,
    scope: [scope, ...boxless].filter(Boolean).join(' '),
    ...(values.kind !== kindOf(client) && { tokenEndpointAuthMethod }),
  };
};

export const clientErrors = (values: ClientForm): FieldErrors => {
  const wrong = linesOf(values.redirectUris).find((line) => !isRedirectUri(line));
  return {
    ...checkRequest(OAuthClientCreate, createRequest(values), { fields }).errors,
    ...(wrong !== undefined && { redirectUris: t('oauth-apps:cannotBeUsed', { address: wrong }) }),
    ...(linesOf(values.redirectUris).length === 0 && { redirectUris: t('oauth-apps:nameOneAddress') }),
    ...(values.scopes.length === 0 && { scopes: t('rights:chooseAtLeastOneRight') }),
  };
};
