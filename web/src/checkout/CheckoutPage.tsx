import { useEffect, useState } from 'react';
import { wearBrand } from '../buyers/display/brand.ts';
import { Notice } from '../buyers/display/Notice.tsx';
import type { CheckoutPublic } from './api.ts';
import { Confirmed } from './confirmation/Confirmed.tsx';
import { EmbedClose } from './embed/EmbedClose.tsx';
import { postToEmbedder } from './embed/embed.ts';
import { dropTyped } from './form/draft.ts';
import { t } from './i18n.ts';
import { Payment } from './Payment.tsx';
import { failureText } from './refusal.ts';
import { type CheckoutController, useCheckout } from './use-checkout.ts';
import type { View } from './view.ts';
import { Waiting } from './Waiting.tsx';

type Props = {
  clientSecret: string;
  isReturn: boolean;
  /** The view loaded before the first render. */
  first?: View;
};

/** A checkout in any state: open, processing, paid, expired. */
export const CheckoutPage = ({ clientSecret, isReturn, first }: Props) => {
  const desk = useCheckout(clientSecret, first);
  const { view } = desk;
  const seen = useSeen(view);
  useSeller(seen);
  const isOver = view.at === 'paid' || view.at === 'leaving' || view.at === 'expired';
  useEffect(() => {
    if (isOver) dropTyped(clientSecret);
  }, [isOver, clientSecret]);
  return (
    <>
      {seen && isStandstill(view) && <WayOut checkout={seen} />}
      <Stage desk={desk} isReturn={isReturn} seen={seen} />
    </>
  );
};

type StageProps = { desk: CheckoutController; isReturn: boolean; seen: CheckoutPublic | null };

const Stage = ({ desk, isReturn, seen }: StageProps) => {
  const { view } = desk;
  // Notices that refer to the seller show them. The form that had the focus is unmounted.
  const known = seen && { seller: seen.organization, isInterruption: true };
  switch (view.at) {
    case 'loading':
      return <Notice title={t('notice.loading')} isBusy text={t('notice.loadingText')} />;
    case 'unreachable':
      return (
        <Notice
          title={t('notice.unreachable')}
          text={failureText(view.failure)}
          {...known}
          action={{ label: t('notice.again'), act: desk.reload }}
        />
      );
    case 'unknown':
      return <Notice title={t('notice.unknown')} text={t('notice.unknownText')} {...known} />;
    case 'expired':
      return isReturn ? (
        <Notice title={t('notice.goneReturn')} text={t('notice.goneReturnText')} {...known} />
      ) : (
        <Notice title={t('notice.expired')} text={t('notice.expiredText')} {...known} />
      );
    case 'waiting':
      return <Waiting checkout={view.checkout} isLate={view.isLate} onAsk={desk.wait} />;
    case 'paid':
      return <Confirmed checkout={view.checkout} isAlready={view.isAlready ?? false} />;
    case 'leaving':
      return <Notice title={t('notice.leaving')} isBusy text={t('notice.leavingText')} />;
    case 'open':
      if (isGone(view))
        return <Notice title={t('notice.archived')} text={t('notice.archivedText')} {...known} />;
      return <Payment checkout={view.checkout} isFailed={view.isFailed} desk={desk} />;
  }
};

/** The last known checkout: when it has expired or cannot be reached, the page still belongs to its seller. */
const useSeen = (view: View): CheckoutPublic | null => {
  const [seen, setSeen] = useState<CheckoutPublic | null>(null);
  const shown = 'checkout' in view ? view.checkout : seen;
  if (shown !== seen) setSeen(shown);
  return shown;
};

/** Whether all its products are archived: the buyer must not type a card first. */
const isGone = (view: View): boolean =>
  view.at === 'open' && view.checkout.products.every(({ isArchived }) => isArchived);

/** Whether nothing is in progress, so that the page can be closed safely. */
const isStandstill = (view: View): boolean =>
  isGone(view) ||
  view.at === 'expired' ||
  view.at === 'unreachable' ||
  view.at === 'unknown' ||
  (view.at === 'waiting' && view.isLate);

/** The way out of a frame whose payment, if any, may still take long: until then it could not be closed. */
const WayOut = ({ checkout }: { checkout: CheckoutPublic }) => {
  useEffect(() => postToEmbedder(checkout, { event: 'delayed' }), [checkout]);
  return <EmbedClose checkout={checkout} />;
};

/** Applies the seller's colour, and tells the embedding site that the page is loaded. */
const useSeller = (checkout: CheckoutPublic | null): void => {
  const accent = checkout?.organization.brandSettings.accentColor ?? null;
  const origin = checkout?.embedOrigin ?? null;
  useEffect(() => wearBrand(accent), [accent]);
  useEffect(() => postToEmbedder({ embedOrigin: origin }, { event: 'loaded' }), [origin]);
};
