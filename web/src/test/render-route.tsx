/** Opens an address of the application as a person does: real router and store, the network answered at `fetch`. */
import { render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Application } from '../app/Application.tsx';
import { createRouter } from '../app/router.tsx';
import { createStore } from '../app/store.ts';
import type { Server } from './server.ts';

const open: { close: () => void; server: Server }[] = [];

afterEach(() => {
  const asked = open.splice(0).flatMap(({ close, server }) => {
    close();
    return server.unknown;
  });
  // A page that asks for what the test did not think of is not the page that the test thinks of.
  expect(asked).toEqual([]);
});

export const renderRoute = (path: string, server: Server) => {
  globalThis.fetch = server.fetch;
  window.history.replaceState(null, '', path);
  const router = createRouter();
  const store = createStore();
  const page = render(<Application router={router} store={store} />);
  const close = () => {
    page.unmount();
    router.dispose();
  };
  open.push({ close, server });
  return { user: userEvent.setup(), router, store };
};
