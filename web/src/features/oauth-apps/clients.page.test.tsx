import { SessionAndUser } from '@tessera/proto/api/identity/session';
import {
  OAuthClientCreate,
  OAuthClientPage,
  OAuthClientRegistration,
  OAuthClientUpdate,
} from '@tessera/proto/api/organization/oauth/client';
import { screen, waitFor, within } from '@testing-library/react';
import { z } from 'zod';
import { listedClient, registered } from '../../test/oauth.ts';
import { acme, ada } from '../../test/people.ts';
import { renderRoute } from '../../test/render-route.tsx';
import { nothing, pageWith } from '../../test/sales.ts';
import { watchFiles } from '../../test/saved-files.ts';
import { type Handler, refusal, reply } from '../../test/server.ts';

const { clientId } = registered;
const list = 'GET /billing/v1/oauth2';
const register = 'POST /billing/v1/oauth2/register';
const one = `/billing/v1/oauth2/register/${clientId}`;
const listed = reply(OAuthClientPage, pageWith(listedClient));
const known = reply(OAuthClientRegistration, registered);

const openOne = (answers: Record<string, Handler> = {}) =>
  renderRoute(`/account/oauth-apps/${clientId}`, { answers: { [`GET ${one}`]: known, ...answers } });

it.each(['/account/oauth-apps', '/account/oauth-apps/new', `/account/oauth-apps/${clientId}`])(
  'an administrator who acts as somebody is not shown their apps at %s',
  async (path) => {
    const acting = { ...ada, session: { ...ada.session, impersonatedBy: 'the administrator' } };
    const answers = { 'GET /auth/get-session': reply(SessionAndUser.nullable(), acting) };
    renderRoute(path, { answers });
    await screen.findByText('Only for the owner of this account');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Create app' })).toBeNull();
  },
);

describe('one’s own apps', () => {
  it('are listed, with a way to each', async () => {
    renderRoute('/account/oauth-apps', { answers: { [list]: listed } });
    const link = await screen.findByRole<HTMLAnchorElement>('link', { name: /Sheets/ });
    expect(link.pathname).toBe(`/account/oauth-apps/${clientId}`);
    screen.getByText('Confidential');
    expect(screen.queryByText('Owner')).toBeNull();
    expect(screen.queryByText(registered.clientSecret ?? '')).toBeNull();
  });

  it('say whose they are, where some are of an organization', async () => {
    const ofAcme = { ...listedClient, clientId: 'tessera_ci_acme', organizationId: acme.id };
    renderRoute('/account/oauth-apps', {
      answers: { [list]: reply(OAuthClientPage, pageWith(listedClient, ofAcme)) },
    });
    await screen.findByText('Acme');
    screen.getByText('You');
  });

  it('are taken away as a file, without their secrets', async () => {
    const files = watchFiles();
    const { user } = renderRoute('/account/oauth-apps', { answers: { [list]: listed } });
    await user.click(await screen.findByRole('button', { name: 'Export CSV' }));
    await waitFor(() => expect(files.names).toHaveLength(1));
    const [head, row, ...more] = await files.lines();
    expect(head).toBe(
      'client_id,created_at,client_name,organization_id,token_endpoint_auth_method,redirect_uris,scope',
    );
    expect([row?.split(',')[0], more]).toEqual([listedClient.clientId, []]);
    expect(listedClient.clientSecret).toMatch(/^tessera_cs_/);
    expect(row).not.toContain(listedClient.clientSecret);
  });

  it('are none at first', async () => {
    renderRoute('/account/oauth-apps', { answers: { [list]: reply(OAuthClientPage, nothing) } });
    await screen.findByText('No OAuth apps yet');
    const create = screen.getByRole<HTMLAnchorElement>('link', { name: 'New app' });
    expect(create.pathname).toBe('/account/oauth-apps/new');
  });

  it('can be looked for again after a failure', async () => {
    renderRoute('/account/oauth-apps', { answers: { [list]: refusal(503) } });
    await screen.findByRole('button', { name: 'Try again' });
  });
});

describe('a new app', () => {
  const open = async (answer: Handler) => {
    const page = renderRoute('/account/oauth-apps/new', {
      answers: { [register]: answer, [`GET ${one}`]: known },
    });
    await page.user.type(await screen.findByLabelText('Name'), 'Sheets');
    await page.user.type(screen.getByLabelText('Redirect URIs'), 'https://sheets.example/callback');
    return { ...page, create: () => page.user.click(screen.getByRole('button', { name: 'Create app' })) };
  };

  it('is registered, and its id and secret are there to be copied', async () => {
    const { user, server, create } = await open(
      reply(OAuthClientRegistration, registered, { takes: OAuthClientCreate }),
    );
    await user.click(screen.getByRole('checkbox', { name: 'See orders' }));
    await user.click(screen.getByRole('radio', { name: 'An organization' }));
    await create();
    await screen.findByDisplayValue('tessera_cs_first');
    screen.getByDisplayValue(clientId);
    expect(location.pathname).toBe(`/account/oauth-apps/${clientId}`);
    expect(server.sentTo(register)[0]?.body).toEqual({
      client_name: 'Sheets',
      redirect_uris: ['https://sheets.example/callback'],
      token_endpoint_auth_method: 'client_secret_post',
      default_sub_type: 'organization',
      scope: 'openid profile email orders:read',
      client_uri: null,
      logo_uri: null,
      tos_uri: null,
      policy_uri: null,
    });
  });

  it('is told what is wrong with it beside the field, as the server says it', async () => {
    const detail = [
      {
        type: 'value_error',
        loc: ['body', 'redirect_uris', 0],
        msg: 'This address is not allowed',
        input: '',
      },
    ];
    const { create } = await open(refusal(422, { error: 'RequestValidationError', detail }));
    await create();
    await screen.findByText('This address is not allowed.');
    expect(screen.getByLabelText('Redirect URIs').getAttribute('aria-invalid')).toBe('true');
  });

  it('is not sent with an address that nobody can be sent to', async () => {
    const { user, server, create } = await open(known);
    await user.type(screen.getByLabelText('Redirect URIs'), '{Enter}http://sheets.example');
    await create();
    await screen.findByText(/“http:\/\/sheets.example” cannot be used/);
    expect(server.sentTo(register)).toEqual([]);
  });
});

describe('an app', () => {
  it('keeps its secret out of sight until it is asked for', async () => {
    const { user } = openOne();
    await screen.findByRole('heading', { level: 1, name: 'Sheets' });
    expect(screen.queryByDisplayValue('tessera_cs_first')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Show secret' }));
    screen.getByDisplayValue('tessera_cs_first');
    await user.click(screen.getByRole('button', { name: 'Hide secret' }));
    expect(screen.queryByDisplayValue('tessera_cs_first')).toBeNull();
  });

  it('is given another secret after one question', async () => {
    let secret = 'tessera_cs_first';
    const present: Handler = (sent) =>
      reply(OAuthClientRegistration, { ...registered, clientSecret: secret })(sent);
    const { user, server } = openOne({
      [`GET ${one}`]: present,
      [`POST ${one}/client-secret`]: (sent) => {
        secret = 'tessera_cs_second';
        return present(sent);
      },
    });
    await user.click(await screen.findByRole('button', { name: 'New secret' }));
    const dialog = within(await screen.findByRole('dialog'));
    dialog.getByText(/The current secret stops working immediately/);
    expect(server.sentTo(`POST ${one}/client-secret`)).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Generate a new secret' }));
    await screen.findByDisplayValue('tessera_cs_second');
  });

  it('has none where it is public, and says that it would lose it', async () => {
    const { clientSecret: _, clientSecretExpiresAt: __, ...rest } = registered;
    const open = { ...rest, tokenEndpointAuthMethod: 'none' as const };
    const { user } = openOne({ [`GET ${one}`]: reply(OAuthClientRegistration, open) });
    await screen.findByText('A public app has no secret.');
    expect(screen.queryByRole('button', { name: 'New secret' })).toBeNull();
    await user.click(screen.getByRole('radio', { name: 'Confidential' }));
    screen.getByText(/A secret is created when you save/);
  });

  it('is changed by what was typed, and keeps the rest', async () => {
    const { user, server } = openOne({
      [`PUT ${one}`]: reply(
        OAuthClientRegistration,
        { ...registered, clientName: 'Tables' },
        { takes: OAuthClientUpdate },
      ),
    });
    const name = await screen.findByLabelText('Name');
    await user.clear(name);
    await user.type(name, 'Tables');
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    await screen.findByText('Your changes were saved.');
    expect(server.sentTo(`PUT ${one}`)[0]?.body).toMatchObject({
      client_id: clientId,
      client_name: 'Tables',
      scope: 'openid orders:read issues:read',
    });
    expect(server.sentTo(`PUT ${one}`)[0]?.body).not.toHaveProperty('token_endpoint_auth_method');
  });

  it('is deleted after one question, and is gone from the list', async () => {
    const { user, server } = openOne({
      [`DELETE ${one}`]: reply(z.object({}), {}),
      [list]: reply(OAuthClientPage, nothing),
    });
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    const dialog = within(await screen.findByRole('dialog'));
    dialog.getByText(/All its tokens stop working immediately/);
    await user.click(dialog.getByRole('button', { name: 'Delete app' }));
    await screen.findByText('No OAuth apps yet');
    expect(server.sentTo(`DELETE ${one}`)).toHaveLength(1);
    await waitFor(() => expect(location.pathname).toBe('/account/oauth-apps'));
  });

  it('that is not there, or somebody else’s, is not found', async () => {
    openOne({
      [`GET ${one}`]: refusal(404, { error: 'ResourceNotFound', detail: 'Not found' }),
    });
    await screen.findByText('There is nothing here');
  });

  it('says where its library connects', async () => {
    openOne();
    await screen.findByDisplayValue(`${location.origin}/.well-known/openid-configuration`);
    screen.getByDisplayValue(`${location.origin}/oauth2/authorize`);
    screen.getByDisplayValue(`${location.origin}/api/billing/v1/oauth2/token`);
  });
});
