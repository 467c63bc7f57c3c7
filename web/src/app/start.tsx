import '@mantine/core/styles.layer.css';
import '../design/tokens.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { focusRefusedFields } from '../ui/focus-refused-field.ts';
import { Application } from './Application.tsx';
import { askEarly } from './ask-early.ts';
import { isOutlined } from './outline.ts';
import { createRouter } from './router.tsx';
import { createStore } from './store.ts';

export const start = (root: HTMLElement): void => {
  focusRefusedFields();
  const store = createStore();
  if (isOutlined()) askEarly(store, window.location.pathname);
  createRoot(root).render(
    <StrictMode>
      <Application router={createRouter()} store={store} />
    </StrictMode>,
  );
};
