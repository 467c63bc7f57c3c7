import '@mantine/core/styles.layer.css';
import '../design/tokens.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { focusRefusedFields } from '../ui/focus-refused-field.ts';
import { Application } from './Application.tsx';
import { createRouter } from './router.tsx';
import { createStore } from './store.ts';

export const start = (root: HTMLElement): void => {
  focusRefusedFields();
  createRoot(root).render(
    <StrictMode>
      <Application router={createRouter()} store={createStore()} />
    </StrictMode>,
  );
};
