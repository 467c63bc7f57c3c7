import type { CheckoutPublic } from './api.ts';
import { BankQuestion } from './BankQuestion.tsx';
import { t } from './i18n.ts';
import { Notice } from './Notice.tsx';
import { isAskingBank } from './use-checkout.ts';

type Props = { checkout: CheckoutPublic; isLate: boolean; onAsk: () => unknown };

/** The payment is on its way; nothing is left for the customer to do, unless their bank has a question. */
export const Waiting = ({ checkout, isLate, onAsk }: Props) => {
  const intent = checkout.paymentProcessorMetadata['intent_client_secret'];
  if (isLate)
    return (
      <Notice
        title={t('notice.late')}
        text={t('notice.lateText')}
        seller={checkout.organization}
        action={{ label: t('notice.lookAgain'), act: onAsk }}
      />
    );
  return (
    <Notice
      title={t('notice.settling')}
      isBusy
      text={t('notice.settlingText')}
      seller={checkout.organization}
    >
      {isAskingBank(checkout) && intent && (
        <BankQuestion checkout={checkout} intent={intent} onAnswered={() => void onAsk()} />
      )}
    </Notice>
  );
};
