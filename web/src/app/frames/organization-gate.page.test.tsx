import { jest } from '@jest/globals';
import { CustomerPage } from '@tessera/proto/api/billing/customer';
import { OrderPage } from '@tessera/proto/api/billing/order';
import { Organization, OrganizationPage } from '@tessera/proto/api/billing/organization';
import { SessionAndUser } from '@tessera/proto/api/identity/session';
import { AuthOrganizationList } from '@tessera/proto/api/organization/organization';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { api } from '../../api/request/base.ts';
import { acme, acmeProfile, ada } from '../../test/people.ts';
import { renderRoute } from '../../test/render-route.tsx';
import { nothing, pageWith } from '../../test/sales.ts';
import { refusal, reply } from '../../test/server.ts';

const lookUp = 'GET /billing/v1/organizations';
const membership = 'GET /auth/organization/own-membership';
const list = 'GET /auth/organization/list';
const studio: Organization = {
  ...acmeProfile,
  id: '0197a000-0000-7000-8000-000000000002',
  name: 'Studio',
  slug: 'studio',
  avatarUrl: 'https://studio.example/logo.png',
};

const open = (path: string, more: NonNullable<Parameters<typeof renderRoute>[1]>['answers'] = {}) =>
  renderRoute(path, {
    answers: {
      'GET /billing/v1/orders': reply(OrderPage, nothing),
      [list]: reply(AuthOrganizationList, [acme, { ...acme, id: studio.id, name: 'Studio', slug: 'studio' }]),
      [lookUp]: reply(OrganizationPage, ({ query }) => {
        const slug = query.get('slug');
        if (slug === null) return pageWith(acmeProfile, studio);
        const found = [acmeProfile, studio].find((each) => each.slug === slug);
        return found ? pageWith(found) : nothing;
      }),
      ...more,
    },
  });

/** What was asked for to choose from. */
const chosenFrom = (server: ReturnType<typeof open>['server']) =>
  server.sentTo(lookUp).filter(({ query }) => query.get('slug') === null);

afterEach(() => jest.restoreAllMocks());

/** What the overview asks for, which is not looked at here. */
const rest = {
  'GET /billing/v1/metrics/overview': refusal(503),
  'GET /billing/v1/products': refusal(503),
  'GET /billing/v1/webhooks/endpoints': refusal(503),
};

describe('the organization of an address', () => {
  it('is made active as one comes, and not again when another one was', async () => {
    const another = { ...ada, session: { ...ada.session, activeOrganizationId: studio.id } };
    const none = { ...ada, session: { ...ada.session, activeOrganizationId: null } };
    const session = 'GET /auth/get-session';
    const { server, store } = open('/acme/orders', {
      ...rest,
      [session]: reply(SessionAndUser.nullable(), another),
    });
    const made = () => server.sentTo('POST /auth/organization/set-active').map(({ body }) => body);
    await waitFor(() => expect(made()).toEqual([{ organizationId: acme.id }]));
    server.answer(session, SessionAndUser.nullable(), none);
    const asked = server.sentTo(session).length;
    store.dispatch(api.util.invalidateTags(['Session']));
    await waitFor(() => expect(server.sentTo(session).length).toBeGreaterThan(asked));
    await screen.findByText('No orders yet');
    expect(made()).toHaveLength(1);
  });

  it('is asked for by its name; the others when one is about to switch', async () => {
    const { user, server } = open('/acme/orders', rest);
    const switcher = await screen.findByRole('button', { name: 'Organization Acme, switch' });
    await screen.findByText('No orders yet');
    expect(server.sentTo(lookUp).map(({ query }) => query.get('slug'))).toEqual(['acme']);
    await user.click(switcher);
    expect(switcher.querySelector('img')).toBeNull();
    // Without layout the menu may take its button to be out of sight, and hide: found by its words all the same.
    await user.click(await screen.findByText('Studio'));
    const there = await screen.findByRole('button', { name: 'Organization Studio, switch' });
    expect(there.querySelector('img')?.getAttribute('src')).toBe('https://studio.example/logo.png');
    expect(location.pathname).toBe('/studio');
    expect(chosenFrom(server).map(({ query }) => [query.get('limit'), query.get('query')])).toEqual([
      ['20', null],
    ]);
    expect(server.sentTo(list)).toEqual([]);
  });

  it('is found by its name by whoever has more than are shown at first', async () => {
    const workshop = {
      ...studio,
      id: '0197a000-0000-7000-8000-000000000003',
      name: 'Workshop',
      slug: 'shop',
    };
    const { user, server } = open('/acme/orders', {
      ...rest,
      [lookUp]: reply(OrganizationPage, ({ query }) => {
        const all = [acmeProfile, studio, workshop];
        const [slug, part] = [query.get('slug'), query.get('query')];
        const named = slug !== null || part !== null;
        const found = all.filter((each) => each.slug === slug || (part && each.name.includes(part)));
        const items = named ? found : [studio];
        return { items, pagination: { totalCount: named ? items.length : 21, maxPage: 2 } };
      }),
    });
    const switcher = await screen.findByRole('button', { name: 'Organization Acme, switch' });
    await screen.findByText('No orders yet');
    await user.click(switcher);
    await user.type(await screen.findByLabelText('Find an organization'), 'shop');
    await user.click(await screen.findByText('Workshop'));
    await waitFor(() => expect(location.pathname).toBe('/shop'));
    expect(chosenFrom(server).map(({ query }) => query.get('query'))).toEqual([null, 'shop']);
  });

  it('stands in the menu where one is, however many others come before it', async () => {
    const { user } = open('/acme/orders', {
      ...rest,
      [lookUp]: reply(OrganizationPage, ({ query }) =>
        query.get('slug') === null ? pageWith(studio) : pageWith(acmeProfile),
      ),
    });
    const switcher = await screen.findByRole('button', { name: 'Organization Acme, switch' });
    await screen.findByText('No orders yet');
    await user.click(switcher);
    await screen.findByText('Studio');
    screen.getByLabelText('current');
  });

  it('is nothing to whoever does not belong to it, whatever else they know', async () => {
    const { server } = open('/of-others/orders');
    await screen.findByText('There is nothing here');
    expect(server.sentTo('GET /billing/v1/orders')).toEqual([]);
  });

  it('is nothing any more to whoever was removed while its page was open', async () => {
    const { server } = open('/acme/orders');
    await screen.findByText('No orders yet');
    server.refuse('GET /auth/organization/own-membership', 403);
    fireEvent(window, new Event('focus'));
    await screen.findByText('There is nothing here');
  });

  it('is nothing any more to whoever was removed, from the next page on', async () => {
    const now = Date.now;
    jest.spyOn(Date, 'now').mockImplementation(() => now() - 60_000);
    const { user, server } = open('/acme/orders', {
      ...rest,
      'GET /billing/v1/customers': reply(CustomerPage, nothing),
    });
    await screen.findByText('No orders yet');
    await waitFor(() => expect(server.sentTo(membership)).toHaveLength(1));
    server.refuse(membership, 403, {
      code: 'YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION',
      message: 'You are not a member of this organization',
    });
    server.answer(lookUp, OrganizationPage, nothing);
    jest.restoreAllMocks();
    await user.click(screen.getByRole('link', { name: 'Customers' }));
    await screen.findByText('There is nothing here');
  });

  it('is tried again when it could not be asked for', async () => {
    const { user, server } = open('/acme/orders', { [lookUp]: refusal(503) });
    const again = await screen.findByRole('button', { name: 'Try again' });
    server.answer(lookUp, OrganizationPage, pageWith(acmeProfile));
    await user.click(again);
    await screen.findByText('No orders yet');
  });
});

describe('the way in', () => {
  it('leads to the organization used last', async () => {
    open('/', rest);
    await waitFor(() => expect(location.pathname).toBe('/acme'));
  });

  it('leads to another when that one is gone', async () => {
    const { server } = open('/', {
      ...rest,
      [`GET /billing/v1/organizations/${acme.id}`]: refusal(404, {
        error: 'ResourceNotFound',
        detail: 'Not found',
      }),
      [list]: reply(AuthOrganizationList, [{ ...acme, id: studio.id, name: 'Studio', slug: 'studio' }]),
    });
    await waitFor(() => expect(location.pathname).toBe('/studio'));
    expect(server.sentTo(list)[0]?.query.get('limit')).toBe('1');
  });

  it('leads whoever has none to making the first', async () => {
    open('/', {
      [`GET /billing/v1/organizations/${acme.id}`]: refusal(404),
      [list]: reply(AuthOrganizationList, []),
    });
    await waitFor(() => expect(location.pathname).toBe('/organizations/new'));
    await screen.findByText('Name your organization');
  });
});
