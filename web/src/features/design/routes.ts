import { patterns } from '../../paths.ts';
import { type FeatureRoutes, page } from '../../shared/page-route.ts';

/** The gateway marks development mode in the page's head. */
const isDevelopment = (): boolean =>
  globalThis.document?.querySelector<HTMLMetaElement>('meta[name="tessera-mode"]')?.content === 'development';

export const routes: FeatureRoutes = {
  words: ['chart', 'files', 'products', 'refunds', 'rights'],
  public: isDevelopment() ? [page(patterns.design, () => import('./DesignPage.tsx'), 'DesignPage')] : [],
};
