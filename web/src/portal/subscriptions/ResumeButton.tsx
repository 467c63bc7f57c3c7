import { useState } from 'react';
import { failureText } from '../../buyers/request/refusal.ts';
import { routes, type Subscription } from '../api.ts';
import { t } from '../i18n.ts';
import { usePortal } from '../portal.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { Acts, Dialog } from '../ui/Dialog.tsx';
import { useAct } from '../ui/use-act.ts';
import classes from './Dialogs.module.css';
import { priceOf } from './describe.ts';

type Props = { subscription: Subscription };

/** Ends a pause. If it has started, resuming charges a payment, which is confirmed first. */
export const ResumeButton = ({ subscription }: Props) => {
  const [isAsking, setIsAsking] = useState(false);
  const resuming = useResume(subscription);
  if (!subscription.pausedAt)
    return (
      <>
        <Button isBusy={resuming.isBusy} onPress={resuming.resume}>
          {t('pause.undo')}
        </Button>
        <Alert message={resuming.problem} />
      </>
    );
  return (
    <>
      <Button onPress={() => setIsAsking(true)}>{t('resume.open')}</Button>
      {isAsking && <ResumeDialog subscription={subscription} onClose={() => setIsAsking(false)} />}
    </>
  );
};

const ResumeDialog = ({ subscription, onClose }: Props & { onClose: () => void }) => {
  const { isBusy, problem, resume } = useResume(subscription);
  const act = async () => {
    if (await resume()) onClose();
  };
  return (
    <Dialog title={t('resume.title', { product: subscription.product.name })} onClose={onClose}>
      <p className={classes.text}>{t('resume.text', { price: priceOf(subscription) })}</p>
      <Alert message={problem} />
      <Acts>
        <Button isBusy={isBusy} onPress={act}>
          {t('resume.open')}
        </Button>
        <Button kind="secondary" isBusy={isBusy} onPress={onClose}>
          {t('close')}
        </Button>
      </Acts>
    </Dialog>
  );
};

const useResume = ({ id }: Subscription) => {
  const { change } = usePortal();
  const { isBusy, failure, run } = useAct();
  const resume = () =>
    run(() => change(routes.subscription(id), { method: 'PATCH', body: { resume: true } }));
  return { isBusy, resume, problem: failure && failureText(failure) };
};
