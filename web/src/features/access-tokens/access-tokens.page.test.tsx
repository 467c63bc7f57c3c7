import {
  OrganizationAccessTokenCreated,
  OrganizationAccessTokenPage,
} from '@tessera/proto/api/organization/access-token';
import { OwnMembership } from '@tessera/proto/api/organization/directory';
import { screen, waitFor, within } from '@testing-library/react';
import { acme, onlyLooking } from '../../test/people.ts';
import { renderRoute } from '../../test/render-route.tsx';
import { nothing, pageWith } from '../../test/sales.ts';
import { watchFiles } from '../../test/saved-files.ts';
import { reply } from '../../test/server.ts';

const reports = {
  id: '0197a000-0000-7000-8000-0000000000c1',
  createdAt: new Date('2026-06-15T12:00:00Z'),
  modifiedAt: null,
  scopes: ['orders:read' as const],
  expiresAt: null,
  comment: 'Reports',
  lastUsedAt: null,
  organizationId: acme.id,
};

const openForm = async () => {
  const page = renderRoute('/acme/settings/tokens', {
    answers: {
      'GET /billing/v1/organization-access-tokens': reply(OrganizationAccessTokenPage, nothing),
      'POST /billing/v1/organization-access-tokens': reply(OrganizationAccessTokenCreated, {
        token: 'tessera_oat_secret',
        organizationAccessToken: reports,
      }),
    },
  });
  const [add] = await screen.findAllByRole('button', { name: 'New token' });
  if (add) await page.user.click(add);
  const dialog = within(await screen.findByRole('dialog', { name: 'New access token' }));
  const chosen = () =>
    dialog.getAllByRole<HTMLInputElement>('checkbox').filter(({ checked }) => checked).length;
  return { ...page, dialog, chosen };
};

describe('the rights of a new token', () => {
  it('are chosen all at once, those that only look, or none', async () => {
    const { user, dialog, chosen } = await openForm();
    const all = dialog.getAllByRole('checkbox').length;
    expect(chosen()).toBe(0);
    await user.click(dialog.getByRole('button', { name: 'Select all' }));
    expect(chosen()).toBe(all);
    await user.click(dialog.getByRole('button', { name: 'Read only' }));
    expect(dialog.getByRole<HTMLInputElement>('checkbox', { name: 'See orders' }).checked).toBe(true);
    expect(dialog.getByRole<HTMLInputElement>('checkbox', { name: 'Refund orders' }).checked).toBe(false);
    await user.click(dialog.getByRole('button', { name: 'Clear' }));
    expect(chosen()).toBe(0);
  });
});

describe('a new token', () => {
  it('stays to be copied until its reader says that it was', async () => {
    const { user, dialog } = await openForm();
    await user.type(dialog.getByLabelText('Name'), 'Reports');
    await user.click(dialog.getByRole('button', { name: 'Read only' }));
    await user.click(dialog.getByRole('button', { name: 'Create token' }));
    await screen.findByDisplayValue('tessera_oat_secret');
    await user.keyboard('{Escape}');
    screen.getByDisplayValue('tessera_oat_secret');
    await user.click(screen.getByRole('button', { name: /copied/ }));
    await waitFor(() => expect(screen.queryByDisplayValue('tessera_oat_secret')).toBeNull());
  });
});

describe('a token whose time is over', () => {
  it('says in the list that it has expired, unlike one that goes on', async () => {
    const day = 86_400_000;
    const token = (end: number, comment: string, expiresAt: Date | null) => ({
      ...reports,
      id: reports.id.replace(/.$/, String(end)),
      comment,
      expiresAt,
    });
    const listed = pageWith(
      token(1, 'Over', new Date(Date.now() - day)),
      token(2, 'Running', new Date(Date.now() + day)),
      token(3, 'Endless', null),
    );
    renderRoute('/acme/settings/tokens', {
      answers: { 'GET /billing/v1/organization-access-tokens': reply(OrganizationAccessTokenPage, listed) },
    });
    within(await screen.findByRole('row', { name: /^Over/ })).getByText('Expired');
    expect(screen.getAllByText('Expired')).toHaveLength(1);
  });
});

describe('taking tokens away as a file', () => {
  it('says what each may do', async () => {
    const files = watchFiles();
    const listed = pageWith({ ...reports, scopes: ['orders:read' as const, 'products:read' as const] });
    const { user } = renderRoute('/acme/settings/tokens', {
      answers: { 'GET /billing/v1/organization-access-tokens': reply(OrganizationAccessTokenPage, listed) },
    });
    await user.click(await screen.findByRole('button', { name: 'Export CSV' }));
    await waitFor(() => expect(files.names).toHaveLength(1));
    expect(await files.lines()).toEqual([
      'id,created_at,comment,scopes,last_used_at,expires_at',
      `${reports.id},2026-06-15T12:00:00.000Z,Reports,orders:read products:read,,`,
    ]);
  });
});

describe('whoever only looks', () => {
  it('is told so, and nothing is asked for that would be refused', async () => {
    const { server } = renderRoute('/acme/settings/tokens', {
      answers: { 'GET /auth/organization/own-membership': reply(OwnMembership, onlyLooking) },
    });
    await screen.findByText('Not available to your role');
    expect(server.sentTo('GET /billing/v1/organization-access-tokens')).toEqual([]);
  });
});
