import { useEffect, useRef } from 'react';
import { BankQuestion } from '../buyers/card/BankQuestion.tsx';
import { SandboxHint } from '../buyers/card/SandboxHint.tsx';
import { StripeQuestion } from '../buyers/card/StripeCard.tsx';
import classes from '../buyers/form/Controls.module.css';
import type { CheckoutPublic } from './api.ts';
import { EmbedClose } from './embed/EmbedClose.tsx';
import { Fields } from './form/Fields.tsx';
import { isAtStripe } from './form/processor.ts';
import { usePayment } from './form/use-payment.ts';
import { t } from './i18n.ts';
import { bankText, chargeNote, payLabel } from './labels.ts';
import { Frame } from './summary/Frame.tsx';
import { Choice, choicesOf, Summary } from './summary/Summary.tsx';
import type { CheckoutController } from './use-checkout.ts';

type Props = { checkout: CheckoutPublic; isFailed: boolean; desk: CheckoutController };

/** The payment form. */
export const Payment = ({ checkout, isFailed, desk }: Props) => {
  const payment = usePayment(checkout, desk);
  const { isPaying, isHeld, intent, submit, resume } = payment;
  const { processor } = checkout.paymentProcessorMetadata;
  // Without a payment processor the installation can give away products, but not sell them.
  const isClosed = checkout.isPaymentFormRequired && processor === 'none';
  return (
    <Frame
      checkout={checkout}
      summary={<Summary checkout={checkout} payment={payment} />}
      choice={choicesOf(checkout).length > 1 && <Choice checkout={checkout} payment={payment} />}
    >
      <EmbedClose checkout={checkout} isHeld={isPaying} />
      <form
        className={classes.form}
        noValidate
        aria-busy={isPaying}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <fieldset
          className={classes.fields}
          disabled={isPaying}
          onBlurCapture={() => void payment.tellTaxFacts()}
        >
          <Fields checkout={checkout} payment={payment} />
          {checkout.isPaymentFormRequired && processor === 'sandbox' && (
            <SandboxHint onPick={payment.set('number')} />
          )}
        </fieldset>
        <Problem message={payment.problem ?? (isFailed ? t('error.notPaid') : null)} />
        {isClosed && <p className={classes.alert}>{t('error.closed')}</p>}
        <div className={classes.reach}>
          <button
            type="submit"
            className={classes.pay}
            aria-disabled={isPaying || isHeld}
            disabled={isClosed}
          >
            {isPaying ? <span className={classes.spinner} aria-hidden /> : null}
            {isPaying ? t('pay.paying') : payLabel(checkout)}
          </button>
        </div>
        <p className={classes.note}>{chargeNote(checkout)}</p>
        {checkout.isPaymentFormRequired && <p className={classes.note}>{t('pay.secure')}</p>}
      </form>
      {intent !== null && isAtStripe(checkout) && (
        <StripeQuestion facts={checkout.paymentProcessorMetadata} intent={intent} onAnswered={resume} />
      )}
      {intent !== null && !isAtStripe(checkout) && (
        <BankQuestion text={bankText(checkout)} intent={intent} onAnswered={resume} />
      )}
    </Frame>
  );
};

/** The error, scrolled into view and focused: it may appear far below the visible part. */
const Problem = ({ message }: { message: string | null }) => {
  const box = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    const shown = box.current;
    if (message === null || shown?.parentElement == null) return;
    shown.focus();
    // A card form of Stripe's that is still loading would push it out of sight.
    const observer = new ResizeObserver(() => {
      if (document.activeElement === shown) shown.scrollIntoView({ block: 'nearest' });
    });
    observer.observe(shown.parentElement);
    return () => observer.disconnect();
  }, [message]);
  return message === null ? null : (
    <p ref={box} role="alert" tabIndex={-1} className={classes.alert}>
      {message}
    </p>
  );
};
