import {
  IconAlertTriangle,
  IconBell,
  IconBuildingBank,
  IconClock,
  IconPalette,
  IconSettings,
  IconUserCircle,
} from '@tabler/icons-react';
import { paths, patterns } from '../../paths.ts';
import { type FeatureRoutes, page } from '../../shared/page-route.ts';

export const routes: FeatureRoutes = {
  words: ['settings', 'files'],
  settings: [
    page(patterns.settings, () => import('./SettingsPage.tsx'), 'SettingsPage'),
    page(patterns.brand, () => import('./BrandPage.tsx'), 'BrandPage'),
    page(patterns.customerPortal, () => import('./CustomerPortalPage.tsx'), 'CustomerPortalPage'),
    page(patterns.paymentAccount, () => import('./PaymentAccountPage.tsx'), 'PaymentAccountPage'),
    page(patterns.timeMachine, () => import('./TimeMachinePage.tsx'), 'TimeMachinePage'),
    page(patterns.notifications, () => import('./NotificationsPage.tsx'), 'NotificationsPage'),
    page(patterns.dangerZone, () => import('./DangerZonePage.tsx'), 'DangerZonePage'),
  ],
  commands: [
    { label: 'app:settings', group: 'go', icon: IconSettings, to: paths.settings },
    { label: 'app:brand', group: 'go', icon: IconPalette, to: paths.brand },
    { label: 'app:customerPortal', group: 'go', icon: IconUserCircle, to: paths.customerPortal },
    { label: 'app:notifications', group: 'go', icon: IconBell, to: paths.notifications },
    { label: 'app:paymentAccount', group: 'go', icon: IconBuildingBank, to: paths.paymentAccount },
    { label: 'app:timeMachine', group: 'go', icon: IconClock, to: paths.timeMachine, isOfClock: true },
    { label: 'app:dangerZone', group: 'go', icon: IconAlertTriangle, to: paths.dangerZone },
  ],
};
