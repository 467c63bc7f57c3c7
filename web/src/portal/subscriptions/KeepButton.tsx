import { failureText } from '../../buyers/request/refusal.ts';
import { routes, type Subscription } from '../api.ts';
import { t } from '../i18n.ts';
import { usePortal } from '../portal.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { useAct } from '../ui/use-act.ts';

/** Reverts a cancellation before it takes effect. */
export const KeepButton = ({ subscription }: { subscription: Subscription }) => {
  const { change } = usePortal();
  const { isBusy, failure, run } = useAct();
  return (
    <>
      <Button
        isBusy={isBusy}
        onPress={() =>
          run(() =>
            change(routes.subscription(subscription.id), {
              method: 'PATCH',
              body: { cancelAtPeriodEnd: false },
            }),
          )
        }
      >
        {t('keep')}
      </Button>
      <Alert message={failure && failureText(failure)} />
    </>
  );
};
