import { IconChartBar, IconGift, IconHome, IconReceipt, IconRefresh, IconUser } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import { SellerFoot, SellerHead } from '../buyers/display/Seller.tsx';
import type { Customer } from './api.ts';
import { routes } from './api.ts';
import { type TextKey, t } from './i18n.ts';
import { useHasUsage, useShows } from './parts.ts';
import { useAsked, usePortal } from './portal.ts';
import { Link, placeOf, usePath } from './router.tsx';
import classes from './Shell.module.css';
import { useKeptFocus } from './ui/keep-focus.ts';

type Entry = { to: string; label: TextKey; Icon: typeof IconHome };

/** The portal's layout: seller, customer and navigation, which is at the bottom on a phone. */
export const Shell = ({ children }: { children: ReactNode }) => {
  const { seller, signOut } = usePortal();
  const { data: customer } = useAsked<Customer>(routes.me);
  const content = useRef<HTMLElement>(null);
  useKeptFocus(content);
  return (
    <div className={classes.shell}>
      <a href="#content" className={classes.skip}>
        {t('skip')}
      </a>
      <header className={classes.header}>
        <div className={classes.inner}>
          <SellerHead seller={seller.organization} />
          <div className={classes.who}>
            <span className={classes.email}>{customer?.email}</span>
            <button type="button" className={classes.out} onClick={signOut} data-screen>
              {t('signOut')}
            </button>
          </div>
        </div>
      </header>
      <div className={classes.columns}>
        <Navigation />
        <main ref={content} id="content" className={classes.content} tabIndex={-1}>
          <WayBack />
          {children}
          <SellerFoot seller={seller.organization} />
        </main>
      </div>
    </div>
  );
};

/** Back to the address on the seller's own site that the customer came from. */
const WayBack = () => {
  const { seller } = usePortal();
  const { data } = useAsked<{ returnUrl: string | null }>(routes.session);
  return data?.returnUrl ? (
    <a href={data.returnUrl} className={classes.back}>
      <span aria-hidden>←</span> {t('back', { seller: seller.organization.name })}
    </a>
  ) : null;
};

const Navigation = () => {
  const [here = ''] = placeOf(usePath());
  return (
    <nav className={classes.navigation} aria-label={t('nav.label')}>
      <ul>
        {useEntries().map(({ to, label, Icon }) => (
          <li key={label}>
            <Link to={to === '' ? [] : [to]} className={classes.entry} isCurrent={here === to}>
              <Icon size={20} stroke={1.75} aria-hidden />
              <span>{t(label)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
};

const useEntries = (): Entry[] => {
  const [hasOrders, hasBenefits, hasUsage] = [useShows('orders'), useShows('benefits'), useHasUsage()];
  return [
    { to: '', label: 'nav.overview', Icon: IconHome },
    { to: 'subscriptions', label: 'nav.subscriptions', Icon: IconRefresh },
    ...(hasOrders ? [{ to: 'orders', label: 'nav.orders', Icon: IconReceipt } as const] : []),
    ...(hasBenefits ? [{ to: 'benefits', label: 'nav.benefits', Icon: IconGift } as const] : []),
    ...(hasUsage ? [{ to: 'usage', label: 'nav.usage', Icon: IconChartBar } as const] : []),
    { to: 'account', label: 'nav.account', Icon: IconUser },
  ];
};
