import { MantineProvider } from '@mantine/core';
import { useEffect } from 'react';
import { Provider } from 'react-redux';
import { RouterProvider } from 'react-router';
import { resolveVariables, theme } from '../design/theme.ts';
import { Notices } from './Notices.tsx';
import { dropOutline } from './pages/outline.ts';
import type { createRouter } from './router.tsx';
import type { createStore } from './store.ts';

type Props = { router: ReturnType<typeof createRouter>; store: ReturnType<typeof createStore> };

/** The dashboard with the providers that its pages need. */
export const Application = ({ router, store }: Props) => {
  useEffect(dropOutline, []);
  return (
    <Provider store={store}>
      <MantineProvider theme={theme} cssVariablesResolver={resolveVariables} defaultColorScheme="auto">
        <RouterProvider router={router} />
        <Notices />
      </MantineProvider>
    </Provider>
  );
};
