import { day, money } from '../../buyers/prices/format.ts';
import { type Order, type Page, routes, type Subscription } from '../api.ts';
import { t } from '../i18n.ts';
import { useAsked } from '../portal.ts';
import { Link } from '../router.tsx';
import notice from '../ui/Notice.module.css';

/** A failed renewal: the consequences, what happens next, and how to fix it now. */
export const PastDue = ({ subscription }: { subscription: Subscription }) => {
  const { data } = useAsked<Page<Order>>(
    routes.orders(`subscription_id=${subscription.id}&is_payable=true&limit=1`),
  );
  const owed = data?.items[0];
  return (
    <output className={notice.bad}>
      <span>
        <strong>{t('pastDue.title')}</strong>
      </span>
      <span>
        {owed?.nextPaymentAttemptAt
          ? t(nextText(owed), {
              date: day(owed.nextPaymentAttemptAt),
            })
          : t(subscription.status === 'unpaid' ? 'pastDue.unpaid' : 'pastDue.text')}
      </span>
      {owed && (
        <Link to={['orders', owed.id]} className={notice.act}>
          {t('pastDue.pay', { amount: money(owed.dueAmount, owed.currency) })}
        </Link>
      )}
    </output>
  );
};

const nextText = ({ needsAnotherCard, needsConfirmation }: Order) => {
  if (needsAnotherCard) return 'pastDue.newCard';
  return needsConfirmation ? 'pastDue.confirm' : 'pastDue.again';
};
