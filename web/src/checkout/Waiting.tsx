import { BankQuestion } from '../buyers/card/BankQuestion.tsx';
import { StripeQuestion } from '../buyers/card/StripeCard.tsx';
import { Notice } from '../buyers/display/Notice.tsx';
import type { CheckoutPublic } from './api.ts';
import { isAtStripe } from './form/processor.ts';
import { t } from './i18n.ts';
import { bankText } from './labels.ts';
import { isAskingBank } from './use-checkout.ts';

type Props = { checkout: CheckoutPublic; isLate: boolean; onAsk: () => unknown };

/** The payment is processing; the customer has nothing to do, unless their bank has a question. */
export const Waiting = ({ checkout, isLate, onAsk }: Props) => {
  const intent = checkout.paymentProcessorMetadata['intent_client_secret'];
  if (isLate)
    return (
      <Notice
        title={t('notice.late')}
        isInterruption
        text={t('notice.lateText')}
        seller={checkout.organization}
        action={{ label: t('notice.lookAgain'), act: onAsk }}
      />
    );
  return (
    <Notice
      title={t('notice.settling')}
      isBusy
      // The form that had the focus is unmounted: screen readers hear that the payment is processing.
      isInterruption
      text={t('notice.settlingText')}
      seller={checkout.organization}
    >
      {isAskingBank(checkout) && intent && isAtStripe(checkout) && (
        <StripeQuestion facts={checkout.paymentProcessorMetadata} intent={intent} onAnswered={onAsk} />
      )}
      {isAskingBank(checkout) && intent && !isAtStripe(checkout) && (
        <BankQuestion text={bankText(checkout)} intent={intent} onAnswered={() => void onAsk()} />
      )}
    </Notice>
  );
};
