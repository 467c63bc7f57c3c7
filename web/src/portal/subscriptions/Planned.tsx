import { day, money } from '../../buyers/prices/format.ts';
import { failureText } from '../../buyers/request/refusal.ts';
import { routes, type Subscription } from '../api.ts';
import { t } from '../i18n.ts';
import { usePortal } from '../portal.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { useAct } from '../ui/use-act.ts';
import classes from './Dialogs.module.css';
import { plannedName } from './describe.ts';

/** A pending change of plan, effective with the next period, and how to revert it. */
export const Planned = ({ subscription }: { subscription: Subscription }) => {
  const { change, seller } = usePortal();
  const { isBusy, failure, run } = useAct();
  const { pendingUpdate } = subscription;
  if (!pendingUpdate) return null;
  // Price changes are the seller's: they are shown, and customers who disagree can cancel.
  const isPrice = Boolean(pendingUpdate.priceChangeId);
  const keep = () =>
    run(() =>
      change(routes.subscription(subscription.id), { method: 'PATCH', body: { pendingUpdate: null } }),
    );
  const product = plannedName(subscription, seller.products) ?? '';
  return (
    <div className={classes.preview}>
      <p className={classes.text}>
        {isPrice
          ? pricesInWords(subscription, pendingUpdate)
          : t('planned.text', { product, date: day(pendingUpdate.appliesAt) })}
      </p>
      <Alert message={failure && failureText(failure)} />
      {!isPrice && seller.organization.subscriptionSettings.allowCustomerUpdates && (
        <Button kind="secondary" isBusy={isBusy} onPress={keep}>
          {t('planned.keep')}
        </Button>
      )}
    </div>
  );
};

/** The price from the next period on; with an unchanged amount only usage prices change. */
const pricesInWords = (
  { amount: present, currency, prices }: Subscription,
  { amount, appliesAt }: NonNullable<Subscription['pendingUpdate']>,
): string => {
  const date = day(appliesAt);
  const isByUsage = prices.some(({ amountType }) => amountType === 'metered_unit');
  if (isByUsage && amount === present) return t('planned.usage', { date });
  return t('planned.price', { amount: money(amount ?? 0, currency), date });
};
