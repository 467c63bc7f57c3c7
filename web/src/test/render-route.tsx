/** Renders a route of the application with the real router and store; requests are answered at `fetch`. */
import { render } from '@testing-library/react';
import { PointerEventsCheckLevel, userEvent } from '@testing-library/user-event';
import { Application } from '../app/Application.tsx';
import { createRouter } from '../app/router.tsx';
import { createStore } from '../app/store.ts';
import { knowAda } from './people.ts';
import { createServer, type Handler } from './server.ts';
import { atTestEnd } from './test-end.ts';

const complaints: unknown[] = [];

// Values in the store must be serializable. Redux Toolkit only logs an error; here it also fails the test.
const report = console.error;
console.error = (...words: unknown[]) => {
  const [first] = words;
  if (typeof first === 'string' && first.includes('non-serializable')) complaints.push(first);
  report(...words);
};

/** Handlers by route, in addition to those of Ada, who is signed in and owns Acme. */
type Options = { answers?: Record<string, Handler> };

/** Style sheets are not loaded, so nothing could tell that an element ignores the pointer. */
const withoutStyles = { pointerEventsCheck: PointerEventsCheckLevel.Never };

export const renderRoute = (path: string, { answers = {} }: Options = {}) => {
  const server = createServer();
  knowAda(server);
  for (const [route, handler] of Object.entries(answers)) server.on(route, handler);
  globalThis.fetch = server.fetch;
  window.history.replaceState(null, '', path);
  const router = createRouter();
  const store = createStore();
  const page = render(<Application router={router} store={store} />);
  atTestEnd(() => {
    page.unmount();
    router.dispose();
    expect(complaints.splice(0)).toEqual([]);
  });
  return { user: userEvent.setup(withoutStyles), router, store, server };
};
