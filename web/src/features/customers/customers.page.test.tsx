import { CustomerPage } from '@tessera/proto/api/billing/customer';
import { screen, waitFor } from '@testing-library/react';
import { acme } from '../../test/people.ts';
import { renderRoute } from '../../test/render-route.tsx';
import { reply } from '../../test/server.ts';

const open = async (path: string) => {
  const page = renderRoute(path, {
    answers: {
      'GET /billing/v1/customers': reply(CustomerPage, {
        items: [],
        pagination: { totalCount: 0, maxPage: 1 },
      }),
    },
  });
  const box = await screen.findByRole<HTMLInputElement>('searchbox');
  return { ...page, box };
};

describe('the search box of a list', () => {
  it('is filled from the address', async () => {
    const { box, server } = await open('/acme/customers?query=grace');
    expect(box.value).toBe('grace');
    await waitFor(() =>
      expect(server.sentTo('GET /billing/v1/customers').at(-1)?.query.get('query')).toBe('grace'),
    );
  });

  it('writes into the address what one types, once one pauses', async () => {
    const { box, user, server } = await open('/acme/customers');
    await user.type(box, 'ada');
    await waitFor(() => expect(location.search).toBe('?query=ada'));
    expect(box.value).toBe('ada');
    await waitFor(() =>
      expect(server.sentTo('GET /billing/v1/customers').map(({ query }) => query.get('query'))).toEqual([
        null,
        'ada',
      ]),
    );
  });

  it('follows the address: back, and a link to the list as a whole', async () => {
    const { box, router } = await open('/acme/customers?query=grace');
    await router.navigate('/acme/customers?query=ada');
    await waitFor(() => expect(box.value).toBe('ada'));
    await router.navigate(-1);
    await waitFor(() => expect(box.value).toBe('grace'));
    await router.navigate('/acme/customers');
    await waitFor(() => expect(box.value).toBe(''));
  });

  it('gives up what was just typed when one goes elsewhere', async () => {
    const { box, router, user, server } = await open('/acme/customers?query=grace');
    await user.type(box, 'x');
    await router.navigate('/acme/customers');
    await waitFor(() => expect(box.value).toBe(''));
    // What is typed next is what is searched for: had the other waited on, it would have come first.
    await user.type(box, 'ada');
    await waitFor(() => expect(location.search).toBe('?query=ada'));
    const searched = () => server.sentTo('GET /billing/v1/customers').map(({ query }) => query.get('query'));
    await waitFor(() => expect(searched()).toContain('ada'));
    expect(searched()).not.toContain('gracex');
  });
});

describe('the list of customers', () => {
  it('is taken away as a file of the server, by what is searched for', async () => {
    await open('/acme/customers?query=grace');
    const file = new URL(screen.getByRole<HTMLAnchorElement>('link', { name: 'Export CSV' }).href);
    expect(file.pathname).toBe('/api/billing/v1/customers/export');
    expect(Object.fromEntries(file.searchParams)).toEqual({ organization_id: acme.id, query: 'grace' });
  });
});
