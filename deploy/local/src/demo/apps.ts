/** OAuth apps that the demo seller has connected: one of their own, and one of a third party. */
import type { ApiClient } from './api-client.ts';

const oauth = '/api/billing/v1/oauth2';

const bookkeeping = {
  client_name: 'Ledger sync',
  redirect_uris: ['https://ledger.example/callback'],
  scope: 'openid orders:read refunds:read payments:read customers:read',
  client_uri: 'https://ledger.example',
  default_sub_type: 'organization',
};

const notes = {
  client_name: 'Release notes',
  redirect_uris: ['https://notes.example/callback'],
  scope: 'openid profile email products:read products:write',
  policy_uri: 'https://notes.example/privacy',
};

type App = typeof bookkeeping | typeof notes;

const connect = async (by: ApiClient, seller: ApiClient, app: App, more: object = {}): Promise<void> => {
  const { client_id } = await by.call<{ client_id: string }>('POST', `${oauth}/register`, app);
  const request = { client_id, response_type: 'code' };
  await seller.call('POST', `${oauth}/authorization`, { request, action: 'allow', ...more });
};

/** `seller` is signed in; `visitor` is not. */
export const connectApps = async (
  seller: ApiClient,
  visitor: ApiClient,
  organizationId: string,
): Promise<void> => {
  await connect(seller, seller, bookkeeping, { organization_id: organizationId });
  await connect(visitor, seller, notes);
};
