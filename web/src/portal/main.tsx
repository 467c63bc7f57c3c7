import '../design/tokens.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { wearBrand } from '../buyers/display/brand.ts';
import { spokenLanguage } from '../buyers/i18n.ts';
import { markTestMode } from '../buyers/test-mode.ts';
import { readSeller } from './api.ts';
import { takeCode, takeLanguage, takeToken } from './arrival.ts';
import { languageHere, startI18n, t } from './i18n.ts';
import { PortalPage } from './PortalPage.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root to render into.');

/** `/portal/<slug>` and below. */
const slug = /^\/portal\/([\w-]+)/.exec(window.location.pathname)?.[1] ?? '';

// Before any other request: credentials in the address would be sent along with the page.
takeToken(slug);
takeLanguage();
const mailed = takeCode();
const [seller] = await Promise.all([readSeller(slug), startI18n(languageHere(window.location.search))]);
wearBrand(seller.data?.organization.brandSettings.accentColor ?? null);
document.documentElement.lang = spokenLanguage();
document.title = t('title');
createRoot(root).render(
  <StrictMode>
    <PortalPage slug={slug} first={seller} mailed={mailed} />
  </StrictMode>,
);
void markTestMode();
