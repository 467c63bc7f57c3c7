import '../design/tokens.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { startI18n } from '../i18n/start.ts';
import { markTestMode } from '../shared/test-mode.ts';
import { CheckoutPage } from './CheckoutPage.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root to render into.');

/** `/checkout/<client secret>`, and the same with `/confirmation` behind it. */
const [, , clientSecret = '', rest] = window.location.pathname.split('/');

const words = startI18n({ languages: ['en'], namespaces: ['common'] });
void markTestMode(words);
await words;
createRoot(root).render(
  <StrictMode>
    <CheckoutPage clientSecret={decodeURIComponent(clientSecret)} isReturn={rest === 'confirmation'} />
  </StrictMode>,
);
