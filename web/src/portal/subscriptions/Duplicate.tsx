import { useState } from 'react';
import { day, money } from '../../buyers/prices/format.ts';
import { failureText } from '../../buyers/request/refusal.ts';
import { type Duplicate as DuplicateOf, routes, type Subscription } from '../api.ts';
import { t } from '../i18n.ts';
import { useAsked, usePortal } from '../portal.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { Acts, Dialog } from '../ui/Dialog.tsx';
import notice from '../ui/Notice.module.css';
import { useAct } from '../ui/use-act.ts';
import classes from './Dialogs.module.css';

/** A duplicate of the subscription; null without one, undefined until known. */
export const useDuplicate = ({ id }: Pick<Subscription, 'id'>): DuplicateOf['duplicate'] | undefined => {
  const { data, error } = useAsked<DuplicateOf>(routes.duplicate(id));
  return data || error ? (data?.duplicate ?? null) : undefined;
};

type Props = { subscription: Subscription; duplicate: NonNullable<DuplicateOf['duplicate']> };

/** A duplicate of a subscription: when it ends, and how to end it immediately with a refund. */
export const Duplicate = ({ subscription, duplicate: { endsAt, refundAmount, currency } }: Props) => {
  const [isAsking, setIsAsking] = useState(false);
  const refund = refundAmount ? money(refundAmount, currency) : null;
  return (
    <>
      <output className={notice.warning}>
        <span>
          <strong>{t(refundAmount === null ? 'duplicate.two' : 'duplicate.title')}</strong>
        </span>
        {endsAt && <span>{t('duplicate.text', { date: day(endsAt) })}</span>}
        {refundAmount !== null && (
          <Button kind="secondary" onPress={() => setIsAsking(true)}>
            {refund ? t('duplicate.refund', { amount: refund }) : t('duplicate.end')}
          </Button>
        )}
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
        <Button isBusy={isBusy} onPress={end}>
          {t('duplicate.end')}
        </Button>
        <Button kind="secondary" isBusy={isBusy} onPress={onClose}>
          {t('close')}
        </Button>
      </Acts>
    </Dialog>
  );
};
