import { type MutableRefObject, useEffect, useRef, useState } from 'react';
import classes from '../form/Controls.module.css';
import { t } from '../i18n.ts';
import {
  answerBank,
  type CardForm,
  type CardFormOptions,
  type Due,
  openCardForm,
  type ProcessorFacts,
} from './stripe.ts';

type Props = CardFormOptions & {
  facts: ProcessorFacts;
  /** Set to the card form while it is mounted. */
  card: MutableRefObject<CardForm | null>;
};

/** The card form in a frame of Stripe's: the card number never reaches this page. */
export const StripeCard = (props: Props) => {
  const { place, isBroken } = useCardForm(props);
  return (
    <>
      <div ref={place} data-stripe-card />
      {isBroken && (
        <p role="alert" className={classes.alert}>
          {t('error.broken')}
        </p>
      )}
    </>
  );
};

const useCardForm = ({ card, due, ...rest }: Props) => {
  const place = useRef<HTMLDivElement>(null);
  const [isBroken, setIsBroken] = useState(false);
  const latest = useRef(due);
  const first = useRef(rest);
  useEffect(() => {
    let isLeft = false;
    const { facts, asks } = first.current;
    const opened: Due = latest.current;
    void openCardForm(facts, { due: opened, asks }).then(
      (form) => {
        if (isLeft || !place.current) return;
        form.mount(place.current);
        card.current = form;
        // The amount due may have changed while Stripe's script was loading.
        if (!isSame(opened, latest.current)) form.update(latest.current);
      },
      () => setIsBroken(true),
    );
    return () => {
      isLeft = true;
      card.current?.unmount();
      card.current = null;
    };
  }, [card]);
  const shown = JSON.stringify(due);
  useEffect(() => {
    latest.current = JSON.parse(shown) as Due;
    card.current?.update(latest.current);
  }, [shown, card]);
  return { place, isBroken };
};

const isSame = (one: Due, other: Due): boolean => JSON.stringify(one) === JSON.stringify(other);

type Question = { facts: ProcessorFacts; intent: string; onAnswered: () => void };

/** The bank's question, in a frame of Stripe's above the page. */
export const StripeQuestion = ({ facts, intent, onAnswered }: Question) => {
  const isAsked = useRef(false);
  useEffect(() => {
    if (isAsked.current) return;
    isAsked.current = true;
    // Whether it was refused, answered before, or lost: the server has the payment's status.
    void answerBank(facts, intent)
      .catch(() => undefined)
      .then(onAnswered);
  });
  return null;
};
