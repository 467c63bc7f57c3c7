import { useEffect, useRef, useState } from 'react';
import { Amounts } from '../../buyers/prices/Amounts.tsx';
import { day, money, perInterval } from '../../buyers/prices/format.ts';
import { projectedTaxLabel } from '../../buyers/prices/tax.ts';
import type { Answer } from '../../buyers/request/call.ts';
import { failureText } from '../../buyers/request/refusal.ts';
import { type ChangePreview, type CustomerOrganization, routes, type Subscription } from '../api.ts';
import { t } from '../i18n.ts';
import { lineText } from '../orders/describe.ts';
import { usePortal } from '../portal.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { Loading } from '../ui/State.tsx';
import classes from './Dialogs.module.css';
import { isMetered, whileDiscount } from './describe.ts';

type Props = {
  subscription: Subscription;
  /** The target product. */
  product: CustomerOrganization['products'][number];
  /** Called when the height changes, with whether the server has answered. */
  onSized: (isAnswered: boolean) => void;
};

/** The cost of a plan change, now and later, as the server will charge it. */
export const Preview = (props: Props) => {
  const [attempt, setAttempt] = useState(1);
  return <Attempt key={attempt} {...props} onAgain={() => setAttempt(attempt + 1)} />;
};

const Attempt = ({ subscription, product, onSized, onAgain }: Props & { onAgain: () => void }) => {
  const preview = usePreview(subscription.id, product.id);
  const place = useRef<HTMLDivElement>(null);
  // Both while loading and with the result.
  useEffect(() => {
    onSized(preview !== null && !isUnanswered(preview));
    place.current?.scrollIntoView({ block: 'nearest' });
  }, [onSized, preview]);
  return (
    <div ref={place} className={classes.preview} aria-live="polite">
      {preview === null && <Loading lines={3} />}
      {preview?.error && <Alert message={failureText(preview.error)} />}
      {preview && isUnanswered(preview) && (
        <Button kind="secondary" onPress={onAgain}>
          {t('notice.again')}
        </Button>
      )}
      {preview?.data && <Charges preview={preview.data} isMetered={isMetered(product)} />}
    </div>
  );
};

const Charges = ({ preview, isMetered }: { preview: ChangePreview; isMetered: boolean }) => {
  const { amount, currency, recurringInterval, recurringIntervalCount, invoice, nextInvoice } = preview;
  const price = whileDiscount(
    perInterval(money(amount, currency), recurringInterval, recurringIntervalCount),
    preview.discountId,
  );
  const later = isMetered ? t('subscription.plusUsage', { price }) : price;
  const end = nextInvoice?.date ?? preview.currentPeriodEnd;
  const shown = invoice ?? nextInvoice;
  return (
    <>
      <p className={classes.text}>
        {preview.prorationBehavior === 'next_period' && end
          ? t('change.later', { price: later, date: day(end) })
          : t('change.then', { price: later })}
      </p>
      {!nextInvoice && end && <p className={classes.text}>{t('duplicate.text', { date: day(end) })}</p>}
      {shown && (
        <Invoice
          invoice={shown}
          label={invoice ? t('change.dueNow') : t('change.dueOn', { date: day(shown.date) })}
        />
      )}
    </>
  );
};

type InvoiceProps = { invoice: NonNullable<ChangePreview['nextInvoice']>; label: string };

const Invoice = ({ invoice, label }: InvoiceProps) => {
  const { currency, items, discountAmount, taxAmount, appliedBalanceAmount, dueAmount } = invoice;
  const line = (name: string, cents: number) => ({ label: name, text: money(cents, currency) });
  return (
    <Amounts
      items={items.map((item) => line(lineText(item, currency), item.amount))}
      sums={[
        ...(discountAmount > 0 ? [line(t('summary.discount'), -discountAmount)] : []),
        ...(taxAmount === 0 ? [] : [line(projectedTaxLabel(invoice), taxAmount)]),
        ...(appliedBalanceAmount === 0 ? [] : [line(t('change.balance'), appliedBalanceAmount)]),
      ]}
      total={line(label, dueAmount)}
    />
  );
};

/** Whether asking again may help, unlike after a refusal. */
const isUnanswered = ({ error }: Answer<ChangePreview>): boolean =>
  error !== null && (error.status < 400 || error.status >= 500 || [401, 429].includes(error.status));

const usePreview = (subscriptionId: string, productId: string): Answer<ChangePreview> | null => {
  const { look } = usePortal();
  const [answer, setAnswer] = useState<Answer<ChangePreview> | null>(null);
  useEffect(() => {
    let isShown = true;
    void look<ChangePreview>(routes.preview(subscriptionId), { productId }).then((found) => {
      if (isShown) setAnswer(found);
    });
    return () => {
      isShown = false;
    };
  }, [look, subscriptionId, productId]);
  return answer;
};
