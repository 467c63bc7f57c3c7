import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './design/tokens.css';
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { RouterProvider } from 'react-router';
import { focusRefusedFields } from './app/focus-refused-field.ts';
import { createRouter } from './app/router.tsx';
import { createStore } from './app/store.ts';
import { resolveVariables, theme } from './design/theme.ts';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root to render into.');

focusRefusedFields();
createRoot(root).render(
  <StrictMode>
    <Provider store={createStore()}>
      <MantineProvider theme={theme} cssVariablesResolver={resolveVariables} defaultColorScheme="auto">
        <Notifications position="bottom-right" />
        <RouterProvider router={createRouter()} />
      </MantineProvider>
    </Provider>
  </StrictMode>,
);
