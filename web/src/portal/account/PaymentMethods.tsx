import { useState } from 'react';
import { failureText } from '../../buyers/request/refusal.ts';
import { type Page, type PaymentMethod, routes } from '../api.ts';
import { t } from '../i18n.ts';
import { useTakesCards } from '../parts.ts';
import { useAsked, usePortal } from '../portal.ts';
import { Alert } from '../ui/Alert.tsx';
import { Badge } from '../ui/Badge.tsx';
import { Button } from '../ui/Button.tsx';
import { Acts, Dialog } from '../ui/Dialog.tsx';
import { Row, Rows } from '../ui/Rows.tsx';
import { Section } from '../ui/Section.tsx';
import { Empty, Shown } from '../ui/State.tsx';
import { useAct } from '../ui/use-act.ts';
import { CardForm } from './CardForm.tsx';
import { methodExpiry, methodLabel, methodName } from './describe.ts';
import { Question } from './Question.tsx';
import { useAddCard } from './use-add-card.ts';

/** The saved cards that renewals are charged to. */
export const PaymentMethods = () => {
  const asked = useAsked<Page<PaymentMethod>>(`${routes.methods}?limit=100`);
  const [isAdding, setIsAdding] = useState(false);
  const takesCards = useTakesCards();
  // Without a payment processor no card can be saved.
  if (asked.error?.status === 404) return null;
  return (
    <Section
      title={t('methods.title')}
      action={
        takesCards &&
        !isAdding && (
          <Button kind="quiet" onPress={() => setIsAdding(true)}>
            {t('methods.add')}
          </Button>
        )
      }
    >
      {isAdding ? (
        <AddCard onDone={() => setIsAdding(false)} />
      ) : (
        <Shown asked={asked}>
          {({ items }) =>
            items.length === 0 ? (
              <Empty text={t('methods.none')} />
            ) : (
              <Rows>
                {items.map((method) => (
                  <Method key={method.id} method={method} />
                ))}
              </Rows>
            )
          }
        </Shown>
      )}
    </Section>
  );
};

/** Nothing is charged, so the currency is arbitrary: the server uses the same. */
const keptForLater = { mode: 'setup', currency: 'usd', setupFutureUsage: 'off_session' } as const;

const AddCard = ({ onDone }: { onDone: () => void }) => {
  const { seller } = usePortal();
  const adding = useAddCard(onDone);
  return (
    <>
      <CardForm
        label={t('methods.save')}
        isBusy={adding.isBusy}
        due={keptForLater}
        onToken={adding.add}
        refusal={adding.problem}
        onClose={onDone}
      />
      {adding.intent !== null && (
        <Question
          text={t('bank.setup', { seller: seller.organization.name })}
          intent={adding.intent}
          onAnswered={adding.onAnswered}
        />
      )}
    </>
  );
};

const Method = ({ method }: { method: PaymentMethod }) => {
  const { change } = usePortal();
  const { isBusy, failure, run } = useAct();
  const [isRemoving, setIsRemoving] = useState(false);
  const name = methodLabel(method);
  const makeDefault = () =>
    run(() => change(routes.method(method.id), { method: 'PATCH', body: { default: true } }));
  return (
    <Row
      name={methodName(method)}
      note={failure ? <span role="alert">{failureText(failure)}</span> : methodExpiry(method)}
      end={
        <>
          {method.default ? (
            <Badge tone="quiet" text={t('methods.default')} />
          ) : (
            <Button
              kind="quiet"
              isBusy={isBusy}
              onPress={makeDefault}
              label={t('methods.makeDefaultOf', { name })}
            >
              {t('methods.makeDefault')}
            </Button>
          )}
          <Button kind="quiet" onPress={() => setIsRemoving(true)} label={t('methods.removeOf', { name })}>
            {t('remove')}
          </Button>
          {isRemoving && <RemoveDialog method={method} onClose={() => setIsRemoving(false)} />}
        </>
      }
    />
  );
};

const RemoveDialog = ({ method, onClose }: { method: PaymentMethod; onClose: () => void }) => {
  const { change } = usePortal();
  const { isBusy, failure, run } = useAct();
  const remove = async () => {
    const answer = await run(async () => {
      const { error } = await change<null>(routes.method(method.id), { method: 'DELETE' });
      return error ? { data: null, error } : { data: true, error: null };
    });
    if (answer) onClose();
  };
  return (
    <Dialog title={t('methods.removeOf', { name: methodLabel(method) })} onClose={onClose}>
      <p>{t('methods.removeText')}</p>
      <Alert
        message={
          failure &&
          (failure.name === 'PaymentMethodInUseByActiveSubscription'
            ? t('methods.needed')
            : failureText(failure))
        }
      />
      <Acts>
        <Button kind="danger" isBusy={isBusy} onPress={remove}>
          {t('remove')}
        </Button>
        <Button kind="secondary" isBusy={isBusy} onPress={onClose}>
          {t('close')}
        </Button>
      </Acts>
    </Dialog>
  );
};
