import { IconPlus, IconWebhook } from '@tabler/icons-react';
import { paths, patterns } from '../../paths.ts';
import { type FeatureRoutes, page } from '../../shared/page-route.ts';

export const routes: FeatureRoutes = {
  words: ['webhooks'],
  organization: [
    page(patterns.webhooks, () => import('./WebhooksPage.tsx'), 'WebhooksPage'),
    page(patterns.newWebhook, () => import('./NewWebhookPage.tsx'), 'NewWebhookPage'),
    page(patterns.webhook, () => import('./WebhookPage.tsx'), 'WebhookPage'),
  ],
  commands: [
    { label: 'app:webhooks', group: 'go', icon: IconWebhook, to: paths.webhooks },
    { label: 'app:newWebhook', group: 'create', icon: IconPlus, to: paths.newWebhook },
  ],
};
