import '../design/tokens.css';
import './base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { patterns } from '../paths.ts';
import { focusRefusedFields } from '../ui/forms/focus-refused-field.ts';
import { SignInPage } from './SignInPage.tsx';

/** The color scheme chosen in the dashboard, which stores it, applies here too. */
const followScheme = (): void => {
  const chosen = localStorage.getItem('mantine-color-scheme-value');
  if (chosen === 'light' || chosen === 'dark')
    document.documentElement.dataset['mantineColorScheme'] = chosen;
};

export const start = (root: HTMLElement): void => {
  followScheme();
  focusRefusedFields();
  // The history may lead back to a page of the dashboard without loading it.
  window.addEventListener('popstate', () => {
    if (window.location.pathname !== patterns.signIn) window.location.reload();
  });
  createRoot(root).render(
    <StrictMode>
      <SignInPage />
    </StrictMode>,
  );
};
