import '../design/tokens.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { spokenLanguage, wantedLanguage } from '../buyers/i18n.ts';
import { decoded } from '../buyers/request/decoded.ts';
import { markTestMode } from '../buyers/test-mode.ts';
import { CheckoutPage } from './CheckoutPage.tsx';
import { applyTheme } from './embed/embed.ts';
import { startI18n, t } from './i18n.ts';
import { inAskedCurrency, languageOfCheckout, lookUp } from './view.ts';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root to render into.');

/** `/checkout/<client secret>`, optionally with `/confirmation` behind it. */
const [, , encoded = '', rest] = window.location.pathname.split('/');
const clientSecret = decoded(encoded);

applyTheme(window.location.search);
// The checkout and the texts load concurrently; until both are there the outline is shown.
const [found] = await Promise.all([lookUp(clientSecret), startI18n(wantedLanguage(window.location.search))]);
const spoken = languageOfCheckout(found, window.location.search);
if (spoken) await startI18n(spoken);
const first = await inAskedCurrency(found, window.location.search);
document.documentElement.lang = spokenLanguage();
document.title = t('title.checkout');
createRoot(root).render(
  <StrictMode>
    <CheckoutPage clientSecret={clientSecret} isReturn={rest === 'confirmation'} first={first} />
  </StrictMode>,
);
void markTestMode();
