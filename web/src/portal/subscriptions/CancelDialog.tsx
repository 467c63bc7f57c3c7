import type { CustomerCancellationReason } from '@tessera/proto/api/billing/enums';
import { useState } from 'react';
import { serverNow } from '../../api/request/server-time.ts';
import { Input } from '../../buyers/form/Input.tsx';
import { day } from '../../buyers/prices/format.ts';
import { failureText } from '../../buyers/request/refusal.ts';
import { cutAt } from '../../i18n/letters.ts';
import { type Offer, routes, type Subscription, type Upcoming } from '../api.ts';
import { t } from '../i18n.ts';
import { useAsked, usePortal } from '../portal.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { Choice, Choices } from '../ui/Choices.tsx';
import { Acts, Dialog } from '../ui/Dialog.tsx';
import { Loading } from '../ui/State.tsx';
import { useAct } from '../ui/use-act.ts';
import classes from './Dialogs.module.css';
import { useDuplicate } from './Duplicate.tsx';
import { hasNextPayment } from './describe.ts';
import { OfferStep } from './OfferStep.tsx';

const reasons = [
  'too_expensive',
  'unused',
  'missing_features',
  'switched_service',
  'too_complex',
  'low_quality',
  'customer_service',
  'other',
] as const satisfies readonly CustomerCancellationReason[];

type Props = { subscription: Subscription; onClose: () => void };

/** Cancels a subscription at the end of its period; the seller's retention offer comes first, once. */
export const CancelDialog = ({ subscription, onClose }: Props) => {
  const asked = useAsked<{ offer: Offer | null }>(routes.offer(subscription.id));
  const [isRefused, setIsRefused] = useState(false);
  // The offer at the opening of the dialog stays while it is open.
  const [offer, setOffer] = useState<Offer | null>(null);
  const found = offer ?? asked.data?.offer ?? null;
  if (found && !offer) setOffer(found);
  const isOffering = found !== null && !isRefused;
  return (
    <Dialog title={t('cancel.title', { product: subscription.product.name })} onClose={onClose}>
      {asked.isFirst && <Loading lines={3} />}
      {!asked.isFirst &&
        (isOffering ? (
          <OfferStep
            subscription={subscription}
            offer={found}
            onTaken={onClose}
            onRefused={() => setIsRefused(true)}
          />
        ) : (
          <Ending subscription={subscription} onClose={onClose} />
        ))}
    </Dialog>
  );
};

/** Until when it runs, and which benefits end then. */
const Losses = ({ subscription }: Pick<Props, 'subscription'>) => {
  const { id, product } = subscription;
  // Paused or past-due subscriptions may have no benefits by now.
  const isUsed = subscription.status === 'active' || subscription.status === 'trialing';
  return (
    <>
      <p className={classes.text}>{endOf(subscription, isUsed)}</p>
      {hasNextPayment(subscription) && <Owed subscriptionId={id} />}
      {isUsed && product.benefits.length > 0 && (
        <>
          <p className={classes.text}>{t('cancel.loses')}</p>
          <ul className={classes.loses}>
            {product.benefits.map(({ id, description }) => (
              <li key={id} dir="auto">
                {description}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
};

const endOf = ({ currentPeriodEnd, pausedAt, status }: Subscription, isUsed: boolean): string => {
  if (pausedAt !== null) return t('cancel.now');
  if (currentPeriodEnd === null) return t('cancel.soon');
  // Short periods may pass while a payment is tried again.
  if (status === 'past_due' && Date.parse(currentPeriodEnd) <= serverNow()) return t('cancel.overdue');
  return t(isUsed ? 'cancel.until' : 'cancel.ends', { date: day(currentPeriodEnd) });
};

/**
 * Besides the next period's price, which is dropped, an upcoming order has amounts already owed: changes and usage.
 * What the page knows of it is not asked for again: the cancellation may overtake the request, which is then refused.
 */
const Owed = ({ subscriptionId }: { subscriptionId: string }) => {
  const { answers } = usePortal();
  const path = routes.upcoming(subscriptionId);
  const [known] = useState(() => (answers.read(path)?.data ?? null) as Upcoming | null);
  const duplicate = useDuplicate({ id: subscriptionId });
  const asked = useAsked<Upcoming>(known || duplicate !== null ? null : path);
  const [, ...others] = (known ?? asked.data)?.items ?? [];
  const owed = others.reduce((sum, { amount }) => sum + amount, 0);
  return owed > 0 ? <p className={classes.text}>{t('cancel.owed')}</p> : null;
};

/** What the customer loses, and an optional reason. */
const Ending = ({ subscription, onClose }: Props) => {
  const { change } = usePortal();
  const { isBusy, failure, run } = useAct();
  const [reason, setReason] = useState<CustomerCancellationReason | null>(null);
  const [comment, setComment] = useState('');
  const cancel = async () => {
    const done = await run(() =>
      change(routes.subscription(subscription.id), {
        method: 'PATCH',
        body: {
          cancelAtPeriodEnd: true,
          cancellationReason: reason,
          cancellationComment: comment.trim() || null,
        },
      }),
    );
    if (done) onClose();
  };
  return (
    <>
      <Losses subscription={subscription} />
      <Choices legend={t('cancel.why')} isHeld={isBusy}>
        {reasons.map((each) => (
          <Choice
            key={each}
            name="reason"
            label={t(`cancel.reason.${each}`)}
            isChosen={reason === each}
            onChoose={() => setReason(each)}
          />
        ))}
      </Choices>
      <Input
        name="comment"
        label={t('cancel.comment')}
        value={comment}
        error={undefined}
        onChange={(text) => setComment(cutAt(text, 2000))}
        isLong
        isOptional
      />
      <Alert message={failure && failureText(failure)} />
      <Acts>
        <Button kind="danger" isBusy={isBusy} onPress={cancel}>
          {t('cancel.do')}
        </Button>
        <Button kind="secondary" isBusy={isBusy} onPress={onClose}>
          {t('cancel.keep')}
        </Button>
      </Acts>
    </>
  );
};
