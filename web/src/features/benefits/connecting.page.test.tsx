import { Benefit, BenefitCreate, BenefitPage, BenefitUpdate } from '@tessera/proto/api/billing/benefit';
import { BenefitGrantPage } from '@tessera/proto/api/billing/benefit-grant';
import { AuthorizeReply, GuildReply, Integrations } from '@tessera/proto/api/billing/integration';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { acme } from '../../test/people.ts';
import { renderRoute } from '../../test/render-route.tsx';
import { nothing } from '../../test/sales.ts';
import { reply } from '../../test/server.ts';

const role: Benefit = {
  id: '0197a000-0000-7000-8000-0000000000ab',
  createdAt: new Date('2026-06-15T12:00:00Z'),
  modifiedAt: null,
  type: 'discord',
  description: 'Our chat',
  selectable: true,
  deletable: true,
  organizationId: acme.id,
  metadata: {},
  properties: { guildId: '7000', roleId: '7002', guildToken: 'first' },
};
const guilds: Record<string, GuildReply> = {
  first: { id: '7000', name: 'Friends', roles: [roleOf('7002', 'Customer')] },
  second: { id: '8000', name: 'Patrons', roles: [roleOf('8002', 'Patron')] },
};
function roleOf(id: string, name: string) {
  return { id, name, color: '#000000', isAssignable: true };
}

const one = `/billing/v1/benefits/${role.id}`;
const open = (address: string) =>
  renderRoute(address, {
    answers: {
      'GET /billing/v1/integrations': reply(Integrations, {
        discord: { isOffered: true },
        github: { isOffered: false, installUrl: null },
      }),
      'GET /billing/v1/integrations/discord/authorize': reply(AuthorizeReply, { url: '#away' }),
      'GET /billing/v1/integrations/discord/guild': reply(
        GuildReply,
        ({ query }) => guilds[query.get('guild_token') ?? ''] as GuildReply,
      ),
      'GET /billing/v1/benefits': reply(BenefitPage, nothing),
      'POST /billing/v1/benefits': reply(Benefit, role, { takes: BenefitCreate }),
      [`GET ${one}`]: reply(Benefit, role),
      [`GET ${one}/grants`]: reply(BenefitGrantPage, nothing),
      [`PATCH ${one}`]: reply(Benefit, role, { takes: BenefitUpdate }),
    },
  });

afterEach(() => sessionStorage.clear());

describe('coming back from a platform', () => {
  it('finds what was typed before, and asks for a role of the server', async () => {
    const before = open('/acme/benefits/new?kind=discord');
    await before.user.type(await screen.findByLabelText('Description'), 'Our chat');
    await before.user.click(screen.getByRole('button', { name: 'Add metadata' }));
    await before.user.type(screen.getByLabelText('Key 1'), 'system');
    await before.user.type(screen.getByLabelText('Value 1'), 'crm');
    await before.user.click(screen.getByRole('button', { name: 'Add the bot to a server' }));
    await waitFor(() => expect(location.hash).toBe('#away'));
    // It is kept: the browser has nothing to ask before it leaves.
    const leaving = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(leaving);
    expect(leaving.defaultPrevented).toBe(false);
    cleanup();
    const { user, server } = open('/acme/benefits/new?kind=discord&guild_token=first');
    await screen.findByText('Friends');
    expect(screen.getByLabelText('Description')).toHaveProperty('value', 'Our chat');
    await user.click(screen.getByRole('button', { name: 'Create benefit' }));
    await screen.findByText('This is required.');
    await user.click(screen.getByRole('combobox', { name: 'Role' }));
    await user.click(await screen.findByRole('option', { name: 'Customer' }));
    await user.click(screen.getByRole('button', { name: 'Create benefit' }));
    await waitFor(() =>
      expect(server.sentTo('POST /billing/v1/benefits')[0]?.body).toMatchObject({
        description: 'Our chat',
        metadata: { system: 'crm' },
        properties: { guild_token: 'first', role_id: '7002' },
      }),
    );
  });

  it('moves a benefit to another server', async () => {
    const { user, server } = open(`/acme/benefits/${role.id}?kind=discord&guild_token=second`);
    await screen.findByText('Patrons');
    expect(location.search).toBe('');
    await user.click(screen.getByRole('combobox', { name: 'Role' }));
    await user.click(await screen.findByRole('option', { name: 'Patron' }));
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    await waitFor(() =>
      expect(server.sentTo(`PATCH ${one}`)[0]?.body).toEqual({
        type: 'discord',
        properties: { guild_token: 'second', role_id: '8002' },
      }),
    );
  });

  it.each([
    [
      422,
      {
        error: 'RequestValidationError',
        detail: [
          { loc: ['query', 'guild_token'], msg: 'The bot is not in this server.', type: 'value_error' },
        ],
      },
      'The bot is not in this server.',
    ],
    [503, {}, 'Discord is not responding right now. Try again in a moment.'],
  ])('says what is wrong with the server: %s', async (status, body, words) => {
    const { server } = open(`/acme/benefits/${role.id}`);
    server.refuse('GET /billing/v1/integrations/discord/guild', status, body);
    expect((await screen.findByText(words)).getAttribute('role')).toBe('alert');
  });

  it.each([
    ['access_denied', /You did not grant access there/],
    ['connection_failed', /The connection failed/],
  ])('says why nothing was connected: %s', async (error, words) => {
    open(`/acme/benefits/new?kind=discord&error=${error}`);
    expect((await screen.findByText(words)).closest('[role="alert"]')).not.toBeNull();
  });
});
