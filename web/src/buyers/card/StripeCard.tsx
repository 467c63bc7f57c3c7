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
  const { place, failures, isBroken, retry } = useCardForm(props);
  return (
    <>
      <fieldset
        ref={place}
        data-stripe-card
        className={classes.fields}
        aria-label={t('card.heading')}
        tabIndex={-1}
      />
      {isBroken && <Again key={failures} text={t('error.broken')} onPress={retry} />}
    </>
  );
};

/** An error that may be over by now, and the button that tries again. */
const Again = ({ text, onPress }: { text: string; onPress: () => void }) => (
  <>
    <p role="alert" className={classes.alert}>
      {text}
    </p>
    <button type="button" className={classes.secondary} onClick={onPress}>
      {t('notice.again')}
    </button>
  </>
);

const useCardForm = ({ card, due, ...rest }: Props) => {
  const place = useRef<HTMLFieldSetElement>(null);
  const [failures, setFailures] = useState(0);
  const [attempt, setAttempt] = useState(0);
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
        // The button that was pressed to try again is unmounted.
        if (attempt > 0) place.current.focus();
        setFailures(0);
        // The amount due may have changed while Stripe's script was loading.
        if (!isSame(opened, latest.current)) form.update(latest.current);
      },
      () => setFailures((before) => before + 1),
    );
    return () => {
      isLeft = true;
      card.current?.unmount();
      card.current = null;
    };
  }, [card, attempt]);
  const shown = JSON.stringify(due);
  useEffect(() => {
    latest.current = JSON.parse(shown) as Due;
    card.current?.update(latest.current);
  }, [shown, card]);
  const retry = () => setAttempt((before) => before + 1);
  return { place, failures, isBroken: failures > 0, retry };
};

const isSame = (one: Due, other: Due): boolean => JSON.stringify(one) === JSON.stringify(other);

type Question = {
  facts: ProcessorFacts;
  intent: string;
  /** Resolves once the payment's status was read, or waited for. */
  onAnswered: () => unknown;
};

/** The bank's question, in a frame of Stripe's above the page. While it has no answer, it can be asked again. */
export const StripeQuestion = ({ facts, intent, onAnswered }: Question) => {
  const asked = useRef(0);
  const [isUnanswered, setIsUnanswered] = useState(false);
  const ask = async () => {
    asked.current += 1;
    const mine = asked.current;
    // A question that was asked again meanwhile is open.
    const offer = () => mine === asked.current && setIsUnanswered(true);
    setIsUnanswered(false);
    await answerBank(facts, intent).catch(offer);
    // Whether it was refused, answered before, or lost: the server has the payment's status.
    await onAnswered();
    offer();
  };
  useEffect(() => {
    if (asked.current === 0) void ask();
  });
  return isUnanswered ? <Again text={t('bank.unanswered')} onPress={() => void ask()} /> : null;
};
