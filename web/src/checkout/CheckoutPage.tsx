import { useEffect } from 'react';
import { wearBrand } from '../buyers/brand.ts';
import { Notice } from '../buyers/Notice.tsx';
import { Confirmed } from './Confirmed.tsx';
import { dropTyped } from './draft.ts';
import { postToEmbedder } from './embed.ts';
import { t } from './i18n.ts';
import { Payment } from './Payment.tsx';
import { failureText } from './refusal.ts';
import { useCheckout, type View } from './use-checkout.ts';
import { Waiting } from './Waiting.tsx';

type Props = {
  clientSecret: string;
  isReturn: boolean;
  /** What was looked up while the page was loaded. */
  first?: View;
};

/** A checkout in whatever state it is: to be paid, being settled, paid, over. */
export const CheckoutPage = ({ clientSecret, isReturn, first }: Props) => {
  const desk = useCheckout(clientSecret, first);
  const { view } = desk;
  useSeller(view);
  const isOver = view.at === 'paid' || view.at === 'leaving' || view.at === 'expired';
  useEffect(() => {
    if (isOver) dropTyped(clientSecret);
  }, [isOver, clientSecret]);
  switch (view.at) {
    case 'loading':
      return <Notice title={t('notice.loading')} isBusy text={t('notice.loadingText')} />;
    case 'unreachable':
      return (
        <Notice
          title={t('notice.unreachable')}
          text={failureText(view.failure)}
          action={{ label: t('notice.again'), act: desk.reload }}
        />
      );
    case 'unknown':
      return <Notice title={t('notice.unknown')} text={t('notice.unknownText')} />;
    case 'expired':
      return isReturn ? (
        <Notice title={t('notice.goneReturn')} text={t('notice.goneReturnText')} />
      ) : (
        <Notice title={t('notice.expired')} text={t('notice.expiredText')} />
      );
    case 'waiting':
      return <Waiting checkout={view.checkout} isLate={view.isLate} onAsk={desk.wait} />;
    case 'paid':
      return <Confirmed checkout={view.checkout} />;
    case 'leaving':
      return <Notice title={t('notice.leaving')} isBusy text={t('notice.leavingText')} />;
    case 'open':
      return <Payment checkout={view.checkout} isFailed={view.isFailed} desk={desk} />;
  }
};

/** The page wears its seller's colour, and tells the site around it that it is there. */
const useSeller = (view: View): void => {
  const checkout = 'checkout' in view ? view.checkout : null;
  const accent = checkout?.organization.brandSettings.accentColor ?? null;
  const origin = checkout?.embedOrigin ?? null;
  useEffect(() => wearBrand(accent), [accent]);
  useEffect(() => postToEmbedder({ embedOrigin: origin }, { event: 'loaded' }), [origin]);
};
