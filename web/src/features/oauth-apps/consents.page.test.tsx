import { OwnMembership } from '@tessera/proto/api/organization/directory';
import { type OAuthConsent, OAuthConsentPage } from '@tessera/proto/api/organization/oauth/authorization';
import { screen, waitFor, within } from '@testing-library/react';
import { consent, ledger } from '../../test/oauth.ts';
import { acme, onlyLooking } from '../../test/people.ts';
import { renderRoute } from '../../test/render-route.tsx';
import { nothing, pageWith } from '../../test/sales.ts';
import { watchFiles } from '../../test/saved-files.ts';
import { done, type Handler, refusal, reply } from '../../test/server.ts';

const list = 'GET /billing/v1/oauth2/consents';
const remove = `DELETE /billing/v1/oauth2/consents/${consent.id}`;

const consents = (...items: OAuthConsent[]) => reply(OAuthConsentPage, pageWith(...items));
const open = (path: string, handler: Handler, answers: Record<string, Handler> = {}) =>
  renderRoute(path, { answers: { [list]: handler, ...answers } });

describe('taking the list away as a file', () => {
  it.each([
    ['one’s own', '/account/apps', null],
    ['the organization’s', '/acme/settings/apps', acme.id],
  ])('says what each app may do: %s', async (_whose, path, organizationId) => {
    const files = watchFiles();
    const { user, server } = open(path, consents(consent));
    await user.click(await screen.findByRole('button', { name: 'Export CSV' }));
    await waitFor(() => expect(files.names).toHaveLength(1));
    expect(await files.lines()).toEqual([
      'id,created_at,client_id,client_name,scopes,allowed_by,last_used_at',
      `${consent.id},2026-06-15T12:00:00.000Z,${ledger.clientId},Ledger,${consent.scopes.join(' ')},ada@example.com,`,
    ]);
    const { query } = server.sentTo(list).at(-1) ?? {};
    expect([query?.get('organization_id'), query?.get('limit')]).toEqual([organizationId, '100']);
  });
});

describe('apps with access to one’s account', () => {
  it('are listed with what they may, and say all of it on demand', async () => {
    const { user, server } = open('/account/apps', consents(consent));
    const row = within(await screen.findByRole('row', { name: /Ledger/ }));
    row.getByText('Never');
    expect(server.sentTo(list)[0]?.query.has('organization_id')).toBe(false);
    screen.getByRole('link', { name: 'Apps with access', current: 'page' });
    await user.click(row.getByRole('button', { name: 'Create and change products and 1 more' }));
    const dialog = within(await screen.findByRole('dialog', { name: /Ledger/ }));
    dialog.getByText('Create and change products');
    dialog.getByText('See orders');
    expect(dialog.queryByText(/issues/)).toBeNull();
    expect(dialog.queryByText('Allowed by')).toBeNull();
    const site = dialog.getByRole<HTMLAnchorElement>('link', { name: 'https://ledger.example/about' });
    expect([site.target, site.rel]).toEqual(['_blank', 'noopener noreferrer']);
  });

  it('lose it after one question', async () => {
    let isThere = true;
    const { user, server } = open(
      '/account/apps',
      (sent) => (isThere ? consents(consent) : reply(OAuthConsentPage, nothing))(sent),
      {
        [remove]: (sent) => {
          isThere = false;
          return done(sent);
        },
      },
    );
    await user.click(await screen.findByRole('button', { name: /^Remove access for .*Ledger/ }));
    const dialog = within(await screen.findByRole('dialog', { name: /Ledger/ }));
    expect(server.sentTo(remove)).toHaveLength(0);
    await user.click(dialog.getByRole('button', { name: 'Remove access' }));
    await screen.findByText('No app has access');
    expect(server.sentTo(remove)).toHaveLength(1);
  });

  it('keep it where that fails, and why is said', async () => {
    const { user } = open('/account/apps', consents(consent), { [remove]: refusal(503) });
    await user.click(await screen.findByRole('button', { name: /^Remove access for .*Ledger/ }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Remove access' }));
    await dialog.findByRole('alert');
    screen.getByText(/Ledger/, { selector: 'table *' });
  });

  it('are named whatever they call themselves, in their own place', async () => {
    open('/account/apps', consents({ ...consent, client: { ...ledger, clientName: '\u202eatenoM' } }));
    await screen.findByText('\u2068\u202eatenoM\u2069');
  });

  it('come page by page', async () => {
    const { user, server } = open(
      '/account/apps',
      reply(OAuthConsentPage, { items: [consent], pagination: { totalCount: 21, maxPage: 2 } }),
    );
    await user.click(await screen.findByRole('button', { name: 'Next page' }));
    await waitFor(() => expect(server.sentTo(list).at(-1)?.query.get('page')).toBe('2'));
  });

  it('can be looked for again after a failure', async () => {
    open('/account/apps', refusal(503));
    await screen.findByRole('button', { name: 'Try again' });
  });
});

describe('apps with access to an organization', () => {
  const path = '/acme/settings/apps';
  const ofAcme: OAuthConsent = { ...consent, subType: 'organization', organizationId: acme.id };

  it('are listed with who allowed them', async () => {
    const { user, server } = open(path, consents(ofAcme, { ...ofAcme, id: `${consent.id}2`, user: null }));
    const [row] = await screen.findAllByRole('row', { name: /Ledger/ });
    if (row) within(row).getByText('Ada');
    screen.getByText('Someone whose account no longer exists');
    expect(server.sentTo(list)[0]?.query.get('organization_id')).toBe(acme.id);
    const [details] = screen.getAllByRole('button', { name: /and 1 more$/ });
    if (details) await user.click(details);
    const dialog = within(await screen.findByRole('dialog'));
    dialog.getByText('ada@example.com');
  });

  it('are none at first', async () => {
    open(path, reply(OAuthConsentPage, nothing));
    await screen.findByText('No app has access');
  });

  it('are for those who manage it: nothing is asked for that would be refused', async () => {
    const { server } = open(path, refusal(403), {
      'GET /auth/organization/own-membership': reply(OwnMembership, onlyLooking),
    });
    await screen.findByText('Not available to your role');
    expect(server.sentTo(list)).toEqual([]);
  });
});
