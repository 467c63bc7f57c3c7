import { type ReactNode, useEffect } from 'react';
import { AccountPage } from './account/AccountPage.tsx';
import { BenefitsPage } from './benefits/BenefitsPage.tsx';
import { t } from './i18n.ts';
import { Overview } from './Overview.tsx';
import { OrderPage } from './orders/OrderPage.tsx';
import { OrdersPage } from './orders/OrdersPage.tsx';
import { type Part, useShows } from './parts.ts';
import { goInstead, Link, placeOf, useAddress, usePath } from './router.tsx';
import { SubscriptionPage } from './subscriptions/SubscriptionPage.tsx';
import { SubscriptionsPage } from './subscriptions/SubscriptionsPage.tsx';
import { UsagePage } from './UsagePage.tsx';
import { Page } from './ui/Page.tsx';
import classes from './ui/Section.module.css';

/** The page of the address. */
export const Pages = () => {
  const [part = '', id, ...rest] = placeOf(usePath());
  if (rest.length > 0) return <Unknown />;
  if (id !== undefined)
    switch (part) {
      case 'subscriptions':
        return <SubscriptionPage key={id} id={id} />;
      case 'orders':
        return <OrderPage key={id} id={id} />;
      default:
        return <Unknown />;
    }
  switch (part) {
    case '':
      return <Overview />;
    case 'subscriptions':
      return <SubscriptionsPage />;
    case 'orders':
      return <Chosen part="orders" Page={OrdersPage} />;
    case 'benefits':
      return <Chosen part="benefits" Page={BenefitsPage} />;
    case 'usage':
      return <Chosen part="usage" Page={UsagePage} />;
    case 'account':
      return <AccountPage />;
    default:
      return <Unknown />;
  }
};

/**
 * Redirects to the overview when the seller does not show a part, as from an old link. A single order is always
 * shown, so that it can be paid.
 */
const Chosen = ({ part, Page: Shown }: { part: Part; Page: () => ReactNode }) => {
  const isShown = useShows(part);
  const overview = useAddress()();
  useEffect(() => {
    if (!isShown) goInstead(overview);
  }, [isShown, overview]);
  return isShown ? <Shown /> : null;
};

const Unknown = () => (
  <Page title={t('unknown.page')}>
    <p className={classes.text}>
      <Link to={[]} className={classes.link}>
        {t('nav.overview')}
      </Link>
    </p>
  </Page>
);
