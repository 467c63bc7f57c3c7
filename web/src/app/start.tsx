import '@mantine/core/styles.layer.css';
import '../design/tokens.css';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { focusRefusedFields } from '../ui/forms/focus-refused-field.ts';
import { Application } from './Application.tsx';
import { askEarly } from './ask-early.ts';
import { bareAddress } from './bare-address.ts';
import { keepDropped } from './keep-dropped.ts';
import { keepStyles } from './pages/late-page.ts';
import { isOutlined } from './pages/outline.ts';
import { recover } from './recover.ts';
import { createRouter } from './router.tsx';
import { createStore } from './store.ts';

/** Each step takes a phone about 0.1 s: `nextTask` lets the browser paint and handle input in between. */
export const start = async (root: HTMLElement, nextTask: () => Promise<void>): Promise<void> => {
  bareAddress();
  focusRefusedFields();
  keepDropped();
  keepStyles();
  const store = createStore();
  recover(store);
  if (isOutlined()) askEarly(store, window.location.pathname);
  await nextTask();
  const router = createRouter();
  await nextTask();
  const application = (
    <StrictMode>
      <Application router={router} store={store} />
    </StrictMode>
  );
  // A transition is rendered in slices, for the same reason.
  startTransition(() => createRoot(root).render(application));
};
