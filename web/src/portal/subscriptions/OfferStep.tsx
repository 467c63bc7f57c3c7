import { day, money, percent, perInterval } from '../../buyers/prices/format.ts';
import { failureText } from '../../buyers/request/refusal.ts';
import { type Offer, routes, type Subscription } from '../api.ts';
import { t } from '../i18n.ts';
import { usePortal } from '../portal.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { Acts } from '../ui/Dialog.tsx';
import { useAct } from '../ui/use-act.ts';
import classes from './Dialogs.module.css';

type Props = { subscription: Subscription; offer: Offer; onTaken: () => void; onRefused: () => void };

/** The seller's retention offer. Declining is as easy as accepting. */
export const OfferStep = ({ subscription, offer, onTaken, onRefused }: Props) => {
  const { change } = usePortal();
  const { isBusy, failure, run } = useAct();
  const take = async () => {
    if (await run(() => change(routes.offer(subscription.id), { method: 'POST' }))) onTaken();
  };
  return (
    <>
      <p className={classes.text}>{t('offer.text')}</p>
      <div className={classes.preview}>
        <strong dir="auto">{headOf(offer)}</strong>
        <p className={classes.text}>{textOf(subscription, offer)}</p>
      </div>
      <Alert message={failure && failureText(failure)} />
      <Acts>
        <Button isBusy={isBusy} onPress={take}>
          {t(`offer.take.${offer.type}`)}
        </Button>
        <Button kind="secondary" isBusy={isBusy} onPress={onRefused}>
          {t('offer.no')}
        </Button>
      </Acts>
    </>
  );
};

const headOf = (offer: Offer): string => {
  if (offer.type === 'pause') return t('offer.pause');
  const { basisPoints, amount, currency, duration, durationInMonths } = offer.discount;
  const off = basisPoints === null ? money(amount ?? 0, currency ?? 'usd') : percent(basisPoints);
  if (duration === 'repeating') return t('offer.months', { off, count: durationInMonths ?? 1 });
  return t(duration === 'once' ? 'offer.once' : 'offer.forever', { off });
};

const textOf = (subscription: Subscription, offer: Offer): string => {
  const { currentPeriodEnd, currency, recurringInterval, recurringIntervalCount } = subscription;
  const date = day(currentPeriodEnd ?? subscription.currentPeriodStart);
  if (offer.type === 'pause') return t('offer.pauseText', { from: date, until: day(offer.resumesAt) });
  const price = perInterval(money(offer.price, currency), recurringInterval, recurringIntervalCount);
  return t('offer.price', { price, date });
};
