import { useEffect, useRef } from 'react';
import { hasStates } from '../../buyers/form/address.ts';
import type { Failure } from '../../buyers/request/call.ts';
import type { CheckoutChanges, CheckoutPublic } from '../api.ts';
import type { CheckoutForm } from './form.ts';
import { unsentTaxFacts } from './tax-facts.ts';

type Send = (changes: CheckoutChanges) => Promise<Failure | null>;
type Sent = { text: string; answer: Promise<Failure | null> };

/**
 * Sends facts that decide about the tax, each once: when its field is left, a state when it is chosen. What did not
 * arrive, as without a connection, is sent again with the next; what was refused is not. Returns why the facts are not
 * known to the server; null: they are.
 */
export const useTaxFacts = (
  form: CheckoutForm,
  checkout: CheckoutPublic,
  send: Send,
): (() => Promise<Failure | null>) => {
  const sent = useRef<Sent>({ text: '', answer: Promise.resolve(null) });
  const tell = (): Promise<Failure | null> => {
    const facts = unsentTaxFacts(form, checkout);
    if (facts === null) return Promise.resolve(null);
    // The server keeps some of them in another spelling: against the same state they are sent once.
    const text = JSON.stringify([facts, checkout.customerBillingAddress, checkout.customerTaxId]);
    if (text === sent.current.text) return sent.current.answer;
    const answer = send(facts);
    const mine = { text, answer };
    sent.current = mine;
    void answer.then((refused) => {
      if (refused && refused.fields.length === 0) mine.text = '';
    });
    return answer;
  };
  const { country, state } = form;
  useEffect(() => {
    if (hasStates(country) && state !== '') void tell();
    // oxlint-disable-next-line react/exhaustive-deps -- only another state is news
  }, [country, state]);
  return tell;
};
