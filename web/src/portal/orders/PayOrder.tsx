import { useState } from 'react';
import { day, money } from '../../buyers/prices/format.ts';
import { CardForm } from '../account/CardForm.tsx';
import { methodExpiry, methodName } from '../account/describe.ts';
import { Question } from '../account/Question.tsx';
import { type Order, type Page, type PaymentMethod, routes } from '../api.ts';
import { t } from '../i18n.ts';
import { useTakesCards } from '../parts.ts';
import { useAsked, usePortal } from '../portal.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { Choice, Choices } from '../ui/Choices.tsx';
import sections from '../ui/Section.module.css';
import { Section } from '../ui/Section.tsx';
import { usePayOrder } from './use-pay-order.ts';

/** Cards of one brand may end in the same digits. */
const choiceText = (method: PaymentMethod): string =>
  [methodName(method), methodExpiry(method)].filter((part) => part !== null).join(' · ');

const nextText = ({ needsAnotherCard, needsConfirmation }: Order) => {
  if (needsAnotherCard) return 'payOrder.newCard';
  return needsConfirmation ? 'payOrder.confirm' : 'payOrder.again';
};

/** What is due, and when it is tried again. */
const dueText = (order: Order, amount: string): string => {
  const { nextPaymentAttemptAt: next } = order;
  return next ? t(nextText(order), { amount, date: day(next) }) : t('payOrder.text', { amount });
};

/** Pays an order whose payment failed: with a saved card or another one. */
export const PayOrder = ({ order }: { order: Order }) => {
  const { seller } = usePortal();
  const { data: methods } = useAsked<Page<PaymentMethod>>(routes.methods);
  const saved = methods?.items ?? [];
  const [chosen, setChosen] = useState<string | null>(null);
  const paying = usePayOrder(order);
  const takesCards = useTakesCards();
  const methodId = chosen ?? (saved.find((method) => method.default) ?? saved[0])?.id ?? 'new';
  const amount = money(order.dueAmount, order.currency);
  const choose = (id: string) => {
    setChosen(id);
    paying.forget();
  };
  const choice = (id: string, label: string) => (
    <Choice key={id} name="method" isChosen={methodId === id} onChoose={() => choose(id)} label={label} />
  );
  return (
    <Section title={t('payOrder.title')}>
      <p className={sections.text}>{dueText(order, amount)}</p>
      {saved.length > 0 && (
        <Choices legend={t('payOrder.with')} isHeld={paying.isBusy}>
          {saved.map((method) => choice(method.id, choiceText(method)))}
          {takesCards && choice('new', t('payOrder.other'))}
        </Choices>
      )}
      {methodId === 'new' && takesCards && (
        <CardForm
          label={t('payOrder.pay', { amount })}
          isBusy={paying.isBusy}
          due={{
            mode: 'payment',
            amount: order.dueAmount,
            currency: order.currency,
            setupFutureUsage: 'off_session',
          }}
          onToken={(confirmationTokenId) => paying.pay({ confirmationTokenId })}
          refusal={paying.problem}
        />
      )}
      {methodId !== 'new' && (
        <>
          <Alert message={paying.problem} />
          <Button isBusy={paying.isBusy} onPress={() => paying.pay({ paymentMethodId: methodId })}>
            {t('payOrder.pay', { amount })}
          </Button>
        </>
      )}
      {paying.intent !== null && (
        <Question
          text={t('bank.text', { seller: seller.organization.name, amount })}
          intent={paying.intent}
          onAnswered={paying.onAnswered}
        />
      )}
    </Section>
  );
};
