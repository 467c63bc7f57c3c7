import { waitFor } from '@testing-library/react';
import { renderRoute } from '../test/render-route.tsx';
import { askEarly } from './ask-early.ts';

const session = 'GET /auth/get-session';
const organizations = 'GET /billing/v1/organizations';

describe('what is asked before anything is drawn', () => {
  it('is who is there and the organization of the address, and neither is asked again as the page is drawn', async () => {
    const { server, store } = renderRoute('/sign-up');
    await waitFor(() => expect(server.sentTo(session).length).toBeGreaterThan(0));
    askEarly(store, '/acme/orders');
    await waitFor(() => expect(server.sentTo(organizations)).toHaveLength(1));
    expect(server.sentTo(organizations)[0]?.query.get('slug')).toBe('acme');
    askEarly(store, '/acme');
    askEarly(store, '/');
    expect(server.sentTo(organizations)).toHaveLength(1);
  });

  it('is no organization where the address is none that can be read', () => {
    const { server, store } = renderRoute('/sign-up');
    askEarly(store, '/');
    expect(server.sentTo(organizations)).toEqual([]);
  });
});
