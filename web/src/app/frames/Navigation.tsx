import {
  IconActivity,
  IconChartBar,
  IconCreditCard,
  IconDiscount2,
  IconFiles,
  IconForms,
  IconGauge,
  IconGift,
  IconHome,
  IconKey,
  IconLink,
  IconPackage,
  IconReceipt,
  IconRefresh,
  IconSettings,
  IconShoppingCart,
  IconUsers,
  IconWebhook,
} from '@tabler/icons-react';

import { type ComponentType, memo } from 'react';
import { NavLink } from 'react-router';
import { Wordmark } from '../../design/Mark.tsx';
import type { Key } from '../../i18n/catalogues.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import classes from './Navigation.module.css';

type Entry = {
  label: Key;
  to: (slug: string) => string;
  icon: ComponentType<{ size: number; 'aria-hidden': true }>;
  /** Current only on its own page, not on those below it. */
  isExact?: boolean;
};

const groups: { title: Key | null; entries: Entry[] }[] = [
  { title: null, entries: [{ label: 'app:overview', to: paths.overview, icon: IconHome, isExact: true }] },
  {
    title: 'app:catalog',
    entries: [
      { label: 'app:products', to: paths.products, icon: IconPackage },
      { label: 'app:benefits', to: paths.benefits, icon: IconGift },
      { label: 'app:files', to: paths.files, icon: IconFiles },
      { label: 'app:discounts', to: paths.discounts, icon: IconDiscount2 },
      { label: 'app:meters', to: paths.meters, icon: IconGauge },
      { label: 'app:customFields', to: paths.customFields, icon: IconForms },
      { label: 'app:checkoutLinks', to: paths.checkoutLinks, icon: IconLink },
    ],
  },
  {
    title: 'app:sales',
    entries: [
      { label: 'app:analytics', to: paths.analytics, icon: IconChartBar },
      { label: 'app:orders', to: paths.orders, icon: IconReceipt },
      { label: 'app:checkouts', to: paths.checkouts, icon: IconShoppingCart },
      { label: 'app:payments', to: paths.payments, icon: IconCreditCard },
      { label: 'app:subscriptions', to: paths.subscriptions, icon: IconRefresh },
      { label: 'app:customers', to: paths.customers, icon: IconUsers },
      { label: 'app:licenseKeys', to: paths.licenseKeys, icon: IconKey },
      { label: 'app:events', to: paths.events, icon: IconActivity },
    ],
  },
  {
    title: 'app:developers',
    entries: [{ label: 'app:webhooks', to: paths.webhooks, icon: IconWebhook }],
  },
  {
    title: 'app:organization',
    entries: [{ label: 'app:settings', to: paths.settings, icon: IconSettings }],
  },
];

type Props = { slug: string; onFollow: () => void };

export const Navigation = memo(({ slug, onFollow }: Props) => (
  <nav aria-label={t('app:main')} className={classes.nav}>
    {groups.map(({ title, entries }) => (
      <div key={title ?? 'top'}>
        {title && <p className={classes.group}>{t(title)}</p>}
        <ul className={classes.list}>
          {entries.map(({ label, to, icon: Icon, isExact = false }) => (
            <li key={label}>
              <NavLink to={to(slug)} end={isExact} className={classes.link} onClick={onFollow}>
                <Icon size={17} aria-hidden />
                {t(label)}
              </NavLink>
            </li>
          ))}
        </ul>
      </div>
    ))}
    <div className={classes.foot}>
      <Wordmark />
    </div>
  </nav>
));
