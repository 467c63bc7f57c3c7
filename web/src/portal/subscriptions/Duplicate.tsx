import { useState } from 'react';
import { money } from '../../buyers/format.ts';
import { failureText } from '../../buyers/refusal.ts';
import { type Duplicate as DuplicateOf, routes, type Subscription } from '../api.ts';
import { t } from '../i18n.ts';
import { useAsked, usePortal } from '../portal.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { Acts, Dialog } from '../ui/Dialog.tsx';
import notice from '../ui/Notice.module.css';
import { useAct } from '../ui/use-act.ts';
import classes from './Dialogs.module.css';

/** A second subscription to what its customer had already: they may end it at once, and have their money back. */
export const Duplicate = ({ subscription }: { subscription: Subscription }) => {
  const { data } = useAsked<DuplicateOf>(routes.duplicate(subscription.id));
  const [isAsking, setIsAsking] = useState(false);
  if (!data?.duplicate) return null;
  const { refundAmount, currency } = data.duplicate;
  const refund = refundAmount > 0 ? money(refundAmount, currency) : null;
  return (
    <>
      <output className={notice.warning}>
        <span>
          <strong>{t('duplicate.title')}</strong>
        </span>
        <span>{t('duplicate.text')}</span>
        <Button kind="secondary" onPress={() => setIsAsking(true)}>
          {refund ? t('duplicate.refund', { amount: refund }) : t('duplicate.end')}
        </Button>
      </output>
      {isAsking && (
        <EndDialog subscription={subscription} refund={refund} onClose={() => setIsAsking(false)} />
      )}
    </>
  );
};

type DialogProps = { subscription: Subscription; refund: string | null; onClose: () => void };

const EndDialog = ({ subscription: { id, product }, refund, onClose }: DialogProps) => {
  const { change } = usePortal();
  const { isBusy, failure, run } = useAct();
  const end = async () => {
    if (await run(() => change(routes.duplicate(id), { method: 'POST' }))) onClose();
  };
  return (
    <Dialog title={product.name} onClose={onClose}>
      <p className={classes.text}>
        {refund ? t('duplicate.sureRefund', { amount: refund }) : t('duplicate.sure')}
      </p>
      <Alert message={failure && failureText(failure)} />
      <Acts>
        <Button kind="secondary" onPress={onClose}>
          {t('close')}
        </Button>
        <Button isBusy={isBusy} onPress={end}>
          {t('duplicate.end')}
        </Button>
      </Acts>
    </Dialog>
  );
};
