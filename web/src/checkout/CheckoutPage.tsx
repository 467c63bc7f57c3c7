import { useEffect, useState } from 'react';
import { wearBrand } from '../buyers/brand.ts';
import { Notice } from '../buyers/Notice.tsx';
import type { CheckoutPublic } from './api.ts';
import { Confirmed } from './Confirmed.tsx';
import { dropTyped } from './draft.ts';
import { EmbedClose } from './EmbedClose.tsx';
import { postToEmbedder } from './embed.ts';
import { t } from './i18n.ts';
import { Payment } from './Payment.tsx';
import { failureText } from './refusal.ts';
import { type CheckoutController, useCheckout, type View } from './use-checkout.ts';
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
  // Whoever is told to ask the seller sees where. The form that they were at is gone.
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
      return <Confirmed checkout={view.checkout} />;
    case 'leaving':
      return <Notice title={t('notice.leaving')} isBusy text={t('notice.leavingText')} />;
    case 'open':
      if (isGone(view))
        return <Notice title={t('notice.archived')} text={t('notice.archivedText')} {...known} />;
      return <Payment checkout={view.checkout} isFailed={view.isFailed} desk={desk} />;
  }
};

/** What was last known of the checkout: when it is over, or out of reach, the site around it is still its seller's. */
const useSeen = (view: View): CheckoutPublic | null => {
  const [seen, setSeen] = useState<CheckoutPublic | null>(null);
  const shown = 'checkout' in view ? view.checkout : seen;
  if (shown !== seen) setSeen(shown);
  return shown;
};

/** Nothing of what it offers is sold any more: nobody shall type a card first. */
const isGone = (view: View): boolean =>
  view.at === 'open' && view.checkout.products.every(({ isArchived }) => isArchived);

/** Nothing is under way that closing the page would leave in doubt. */
const isStandstill = (view: View): boolean =>
  isGone(view) ||
  view.at === 'expired' ||
  view.at === 'unreachable' ||
  view.at === 'unknown' ||
  (view.at === 'waiting' && view.isLate);

/** Out of a frame whose payment, if there was one, may still take long: until then it could not be closed. */
const WayOut = ({ checkout }: { checkout: CheckoutPublic }) => {
  useEffect(() => postToEmbedder(checkout, { event: 'delayed' }), [checkout]);
  return <EmbedClose checkout={checkout} />;
};

/** The page wears its seller's colour, and tells the site around it that it is there. */
const useSeller = (checkout: CheckoutPublic | null): void => {
  const accent = checkout?.organization.brandSettings.accentColor ?? null;
  const origin = checkout?.embedOrigin ?? null;
  useEffect(() => wearBrand(accent), [accent]);
  useEffect(() => postToEmbedder({ embedOrigin: origin }, { event: 'loaded' }), [origin]);
};
