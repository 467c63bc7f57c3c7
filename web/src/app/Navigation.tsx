import {
  IconBook2,
  IconDiscount2,
  IconGauge,
  IconGift,
  IconHome,
  IconPackage,
  IconReceipt,
  IconRefresh,
  IconSettings,
  IconUsers,
  IconWebhook,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { NavLink } from 'react-router';
import { paths } from '../paths.ts';
import classes from './Navigation.module.css';

type Entry = {
  label: string;
  to: (slug: string) => string;
  icon: ComponentType<{ size: number; 'aria-hidden': true }>;
  /** Current only on its own page, not on those below. */
  isExact?: boolean;
};

const groups: { title: string | null; entries: Entry[] }[] = [
  { title: null, entries: [{ label: 'Overview', to: paths.overview, icon: IconHome, isExact: true }] },
  {
    title: 'Catalog',
    entries: [
      { label: 'Products', to: paths.products, icon: IconPackage },
      { label: 'Benefits', to: paths.benefits, icon: IconGift },
      { label: 'Discounts', to: paths.discounts, icon: IconDiscount2 },
      { label: 'Meters', to: paths.meters, icon: IconGauge },
    ],
  },
  {
    title: 'Sales',
    entries: [
      { label: 'Orders', to: paths.orders, icon: IconReceipt },
      { label: 'Subscriptions', to: paths.subscriptions, icon: IconRefresh },
      { label: 'Customers', to: paths.customers, icon: IconUsers },
    ],
  },
  {
    title: 'Developers',
    entries: [{ label: 'Webhooks', to: paths.webhooks, icon: IconWebhook }],
  },
  {
    title: 'Organization',
    entries: [{ label: 'Settings', to: paths.settings, icon: IconSettings }],
  },
];

type Props = { slug: string; onFollow: () => void };

export const Navigation = ({ slug, onFollow }: Props) => (
  <nav aria-label="Main" className={classes.nav}>
    {groups.map(({ title, entries }) => (
      <div key={title ?? 'top'}>
        {title && <p className={classes.group}>{title}</p>}
        <ul className={classes.list}>
          {entries.map(({ label, to, icon: Icon, isExact = false }) => (
            <li key={label}>
              <NavLink to={to(slug)} end={isExact} className={classes.link} onClick={onFollow}>
                <Icon size={18} aria-hidden />
                {label}
              </NavLink>
            </li>
          ))}
        </ul>
      </div>
    ))}
    <a className={classes.link} href={paths.apiDocs} target="_blank" rel="noreferrer">
      <IconBook2 size={18} aria-hidden />
      API reference
    </a>
  </nav>
);
