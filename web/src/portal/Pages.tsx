import { AccountPage } from './account/AccountPage.tsx';
import { BenefitsPage } from './benefits/BenefitsPage.tsx';
import { t } from './i18n.ts';
import { Overview } from './Overview.tsx';
import { OrderPage } from './orders/OrderPage.tsx';
import { OrdersPage } from './orders/OrdersPage.tsx';
import { Link, placeOf, usePath } from './router.tsx';
import { SubscriptionPage } from './subscriptions/SubscriptionPage.tsx';
import { SubscriptionsPage } from './subscriptions/SubscriptionsPage.tsx';
import { UsagePage } from './UsagePage.tsx';
import { Page } from './ui/Page.tsx';
import classes from './ui/Section.module.css';

/** The page that the address names. */
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
      return <OrdersPage />;
    case 'benefits':
      return <BenefitsPage />;
    case 'usage':
      return <UsagePage />;
    case 'account':
      return <AccountPage />;
    default:
      return <Unknown />;
  }
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
