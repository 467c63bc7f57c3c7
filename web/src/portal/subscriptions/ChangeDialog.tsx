import { useCallback, useRef, useState } from 'react';
import { describePrice, isSoldIn } from '../../buyers/prices/price.ts';
import type { Failure } from '../../buyers/request/call.ts';
import { failureText } from '../../buyers/request/refusal.ts';
import { type CustomerOrganization, routes, type Subscription } from '../api.ts';
import { t } from '../i18n.ts';
import { usePortal } from '../portal.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { Choice, Choices } from '../ui/Choices.tsx';
import { Acts, Dialog, List } from '../ui/Dialog.tsx';
import { useAct } from '../ui/use-act.ts';
import { Preview } from './Preview.tsx';

type Product = CustomerOrganization['products'][number];

/**
 * Products that a subscription can change to: other subscription products in its currency, without customer-chosen
 * prices.
 */
export const otherProducts = (
  { products }: CustomerOrganization,
  { productId, currency }: Pick<Subscription, 'productId' | 'currency'>,
): Product[] =>
  products.filter(
    ({ id, isRecurring, isArchived, prices }) =>
      id !== productId &&
      isRecurring &&
      !isArchived &&
      isSoldIn({ prices }, currency) &&
      prices.every(({ amountType }) => amountType !== 'custom'),
  );

type Props = { subscription: Subscription; onClose: () => void };

/** Changes the subscription's product, with a preview of the costs. */
export const ChangeDialog = ({ subscription, onClose }: Props) => {
  const { seller, change } = usePortal();
  const { isBusy, failure, run } = useAct();
  const offered = otherProducts(seller, subscription);
  const [chosen, setChosen] = useState<Product | null>(offered.length === 1 ? (offered[0] ?? null) : null);
  // Nobody agrees to a charge that they have not seen.
  const [isPriced, setIsPriced] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  // The list shrinks beside the preview: the choice must stay in view.
  const onSized = useCallback((isAnswered: boolean) => {
    setIsPriced(isAnswered);
    list.current?.querySelector(':checked')?.parentElement?.scrollIntoView({ block: 'nearest' });
  }, []);
  const goOver = async () => {
    if (!chosen) return;
    const done = await run(() =>
      change(routes.subscription(subscription.id), { method: 'PATCH', body: { productId: chosen.id } }),
    );
    if (done) onClose();
  };
  return (
    <Dialog title={t('change.title')} onClose={onClose}>
      <List place={list}>
        <Choices legend={t('change.from', { product: subscription.product.name })} isHeld={isBusy}>
          {offered.map((product) => (
            <Choice
              key={product.id}
              name="product"
              label={product.name}
              note={describePrice(product, subscription.currency)}
              isChosen={chosen?.id === product.id}
              onChoose={() => setChosen(product)}
            />
          ))}
        </Choices>
      </List>
      <div>
        {chosen && <Preview key={chosen.id} subscription={subscription} product={chosen} onSized={onSized} />}
        <Alert message={failure && changeRefusal(failure)} />
        <Acts>
          {isPriced && (
            <Button isBusy={isBusy} onPress={goOver}>
              {t('change.do')}
            </Button>
          )}
          <Button kind="secondary" isBusy={isBusy} onPress={onClose}>
            {t('close')}
          </Button>
        </Acts>
      </div>
    </Dialog>
  );
};

const changeRefusal = (failure: Failure): string =>
  failure.name === 'PaymentError' || failure.status === 402 ? t('error.declined') : failureText(failure);
