import { type MutableRefObject, useEffect, useRef, useState } from 'react';
import classes from '../buyers/Controls.module.css';
import { Input } from '../buyers/Input.tsx';
import type { CheckoutPublic } from './api.ts';
import { t } from './i18n.ts';
import { answerBank, type CardForm, openCardForm } from './stripe.ts';
import type { Payment } from './use-payment.ts';

type Props = { checkout: CheckoutPublic; payment: Payment };

/** The card, in a frame of Stripe's: its number never comes by this page. */
export const StripeFields = ({ checkout, payment }: Props) => {
  const { place, isBroken } = useCardForm(checkout, payment.card);
  return (
    <div className={classes.group}>
      <h2 className={classes.heading}>{t('card.heading')}</h2>
      <div ref={place} data-stripe-card />
      {isBroken && (
        <p role="alert" className={classes.alert}>
          {t('error.broken')}
        </p>
      )}
      <Input label={t('card.name')} autoComplete="cc-name" {...payment.bind('name')} />
    </div>
  );
};

const useCardForm = (checkout: CheckoutPublic, card: MutableRefObject<CardForm | null>) => {
  const place = useRef<HTMLDivElement>(null);
  const [isBroken, setIsBroken] = useState(false);
  const first = useRef(checkout);
  useEffect(() => {
    let isLeft = false;
    void openCardForm(first.current).then(
      (form) => {
        if (isLeft || !place.current) return;
        form.mount(place.current);
        card.current = form;
      },
      () => setIsBroken(true),
    );
    return () => {
      isLeft = true;
      card.current?.unmount();
      card.current = null;
    };
  }, [card]);
  useEffect(() => {
    card.current?.update(checkout);
  }, [checkout, card]);
  return { place, isBroken };
};

type Question = { checkout: CheckoutPublic; intent: string; onAnswered: () => void };

/** The bank asks its customer, in a frame of Stripe's above the page. */
export const StripeQuestion = ({ checkout, intent, onAnswered }: Question) => {
  const isAsked = useRef(false);
  useEffect(() => {
    if (isAsked.current) return;
    isAsked.current = true;
    // Refused, answered before, or lost: how the payment stands is asked of the server.
    void answerBank(checkout, intent)
      .catch(() => undefined)
      .then(onAnswered);
  });
  return null;
};
