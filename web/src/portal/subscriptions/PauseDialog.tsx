import { useState } from 'react';
import { day } from '../../buyers/prices/format.ts';
import { failureText } from '../../buyers/request/refusal.ts';
import { routes, type Subscription } from '../api.ts';
import { t } from '../i18n.ts';
import { usePortal } from '../portal.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { Choice, Choices } from '../ui/Choices.tsx';
import { Acts, Dialog } from '../ui/Dialog.tsx';
import { useAct } from '../ui/use-act.ts';
import classes from './Dialogs.module.css';

/** Months until it resumes automatically; null: when the customer resumes it. */
const lengths = [null, 1, 2, 3] as const;

/** Adds months; a day that the month lacks becomes its last. */
const monthsAfter = (start: string, months: number): Date => {
  const end = new Date(start);
  const wanted = end.getUTCDate();
  end.setUTCDate(1);
  end.setUTCMonth(end.getUTCMonth() + months + 1, 0);
  end.setUTCDate(Math.min(wanted, end.getUTCDate()));
  return end;
};

type Props = { subscription: Subscription & { currentPeriodEnd: string }; onClose: () => void };

/** Pauses a subscription at the end of its period: nothing is charged meanwhile. */
export const PauseDialog = ({ subscription, onClose }: Props) => {
  const { change } = usePortal();
  const { isBusy, failure, run } = useAct();
  const [months, setMonths] = useState<(typeof lengths)[number]>(null);
  const { product, currentPeriodEnd } = subscription;
  const pause = async () => {
    const resumesAt = months === null ? null : monthsAfter(currentPeriodEnd, months).toISOString();
    const done = await run(() =>
      change(routes.subscription(subscription.id), {
        method: 'PATCH',
        body: { pauseAtPeriodEnd: true, resumesAt },
      }),
    );
    if (done) onClose();
  };
  return (
    <Dialog title={t('pause.title', { product: product.name })} onClose={onClose}>
      <p className={classes.text}>{t('pause.text', { date: day(currentPeriodEnd) })}</p>
      <Choices legend={t('pause.length')} isHeld={isBusy}>
        {lengths.map((each) => (
          <Choice
            key={each ?? 0}
            name="length"
            label={each === null ? t('pause.openEnded') : t('pause.months', { count: each })}
            isChosen={months === each}
            onChoose={() => setMonths(each)}
          />
        ))}
      </Choices>
      <Alert message={failure && failureText(failure)} />
      <Acts>
        <Button isBusy={isBusy} onPress={pause}>
          {t('pause.do')}
        </Button>
        <Button kind="secondary" isBusy={isBusy} onPress={onClose}>
          {t('close')}
        </Button>
      </Acts>
    </Dialog>
  );
};
