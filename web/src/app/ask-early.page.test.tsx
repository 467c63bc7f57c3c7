import { OrderPage } from '@tessera/proto/api/billing/order';
import { render, screen, waitFor } from '@testing-library/react';
import { acme, knowAda } from '../test/people.ts';
import { nothing } from '../test/sales.ts';
import { createServer, type Handler, refusal, reply } from '../test/server.ts';
import { Application } from './Application.tsx';
import { askEarly } from './ask-early.ts';
import { createRouter } from './router.tsx';
import { createStore } from './store.ts';

const start = 'GET /start';
const organizations = 'GET /billing/v1/organizations';
/** What the gateway answers at once, by the very addresses at which the page would ask. */
const addresses = [
  '/api/auth/get-session',
  '/api/billing/v1/organizations/?limit=1&slug=acme',
  `/api/auth/organization/own-membership?organizationId=${acme.id}`,
  '/api/auth/preferences',
  '/api/auth/public-options',
];
const routes = addresses.map((address) => `GET ${address.replace(/^\/api|\/?\?.*/g, '')}`);

/** Answers with these replies, which another gateway gives, so that this one has not been asked for them. */
const answering = (given: readonly string[]): Handler => {
  const behind = createServer();
  knowAda(behind);
  return async () => {
    const replies = given.map(async (address) => [address, await (await behind.fetch(address)).json()]);
    return { status: 200, body: Object.fromEntries(await Promise.all(replies)) };
  };
};

/** Opens Acme's orders as the application does: asked for before anything is drawn. */
const open = async (handler: Handler) => {
  const server = createServer();
  knowAda(server);
  server.on(start, handler);
  server.on('GET /billing/v1/orders', reply(OrderPage, nothing));
  globalThis.fetch = server.fetch;
  window.history.replaceState(null, '', '/acme/orders');
  const [router, store] = [createRouter(), createStore()];
  askEarly(store, '/acme/orders');
  const page = render(<Application router={router} store={store} />);
  close = () => {
    page.unmount();
    router.dispose();
  };
  await screen.findByText('No orders yet');
  return server;
};

let close = (): void => undefined;
afterEach(() => {
  close();
  close = () => undefined;
});

describe('what a page begins with', () => {
  it('is asked for in one request, and nothing of it again as the page is drawn', async () => {
    const server = await open(answering(addresses));
    expect(server.sentTo(start).map(({ query }) => query.get('slug'))).toEqual(['acme']);
    expect(routes.map((route) => [route, server.sentTo(route).length])).toEqual(
      routes.map((route) => [route, 0]),
    );
  });

  it('is asked for as ever where it did not come', async () => {
    const [session = '', ...others] = addresses;
    const server = await open(answering([session]));
    expect(server.sentTo(routes[0] ?? '')).toEqual([]);
    await waitFor(() =>
      expect(others.map((_, index) => server.sentTo(routes[index + 1] ?? '').length)).toEqual([1, 1, 1, 1]),
    );
  });

  it('is asked for as ever where nothing came', async () => {
    const server = await open(refusal(503));
    for (const route of routes)
      await waitFor(() => expect([route, server.sentTo(route).length]).toEqual([route, 1]));
  });
});

describe('what is asked before anything is drawn', () => {
  it('is no organization where the address is none that can be read', () => {
    const server = createServer();
    knowAda(server);
    globalThis.fetch = server.fetch;
    askEarly(createStore(), '/');
    expect([server.sentTo(organizations), server.sentTo(start)]).toEqual([[], []]);
  });
});
