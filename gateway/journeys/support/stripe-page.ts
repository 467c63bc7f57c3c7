/**
 * A fake of Stripe in a browser: `js.stripe.com` with its script and frames, and the part of `api.stripe.com` that
 * the script calls. Pages load it from the real URLs, under their own content security policy.
 */
import type { FakeStripe } from '@tessera/kit/test/stripe';
import type { BrowserContext, Route } from 'playwright-core';

/** Card numbers by their outcome, as Stripe's test numbers; `asks` requires authentication. */
export const cards = { ok: '4242424242424242', declined: '4000000000000002', asks: '4000002500003155' };
const tokens: Record<string, string> = {
  [cards.ok]: 'ctoken_ok',
  [cards.declined]: 'ctoken_declined',
  [cards.asks]: 'ctoken_3ds',
};

/** What was exchanged for a confirmation token: the account's key, what is due, and the billing details. */
export type Exchanged = { key: string; due: Record<string, unknown>; details: Record<string, unknown> };

export type StripePage = {
  exchanged: Exchanged[];
};

type Options = {
  stripe: FakeStripe;
  /** Called after the bank's challenge was answered, before the page is notified. */
  onAnswered?: (intentId: string) => Promise<void>;
};

/** Serves the fake to a window. Returns what its pages exchange for tokens. */
export const serveStripe = async (
  window: BrowserContext,
  { stripe, onAnswered }: Options,
): Promise<StripePage> => {
  const page: StripePage = { exchanged: [] };
  await window.route('https://js.stripe.com/**', (route) => route.fulfill(fileOf(route)));
  await window.route('https://api.stripe.com/v1/confirmation_tokens', (route) => {
    const { number, ...asked } = bodyOf(route) as Exchanged & { number: string };
    const id = tokens[number];
    page.exchanged.push(asked);
    return answer(route, id ? { id } : { error: { message: 'Your card number is invalid.' } });
  });
  await window.route('https://api.stripe.com/v1/authenticate', async (route) => {
    const { clientSecret, isApproved } = bodyOf(route) as { clientSecret: string; isApproved: boolean };
    const id = clientSecret.split('_secret_')[0] ?? '';
    stripe.authenticate(id, isApproved);
    await onAnswered?.(id);
    return answer(route, {});
  });
  return page;
};

const bodyOf = (route: Route): unknown => JSON.parse(route.request().postData() ?? '{}');

const answer = (route: Route, body: object) =>
  route.fulfill({
    contentType: 'application/json',
    headers: { 'access-control-allow-origin': '*' },
    body: JSON.stringify(body),
  });

const fileOf = (route: Route) => {
  const { pathname } = new URL(route.request().url());
  if (pathname.endsWith('/stripe.js')) return { contentType: 'text/javascript', body: script };
  return { contentType: 'text/html', body: pathname.includes('challenge') ? challenge : cardForm };
};

/** The functions of Stripe.js that the pages use, with those of its checks that a page can fail. */
const script = `
window.Stripe = Object.assign((key) => {
  const post = async (path, body) =>
    (await fetch('https://api.stripe.com/v1/' + path, { method: 'POST', body: JSON.stringify(body) })).json();
  const openFrame = (name, title, place) => {
    const frame = document.createElement('iframe');
    Object.assign(frame, { src: 'https://js.stripe.com/' + name + '.html', title });
    place.append(frame);
    return frame;
  };
  const hear = (frame, type) => new Promise((resolve) => {
    const listen = ({ source, data }) => {
      if (source !== frame.contentWindow || data.type !== type) return;
      removeEventListener('message', listen);
      resolve(data);
    };
    addEventListener('message', listen);
  });
  const needed = (fields, details) => {
    for (const [name, when] of Object.entries(fields ?? {}))
      if (when === 'never' && details?.[name] === undefined)
        throw new Error('IntegrationError: billing_details.' + name + ' has to be given');
  };
  return {
    _registerWrapper: () => undefined,
    elements: (due) => {
      const state = { due: { ...due } };
      return {
        state,
        create: (_kind, options) => {
          state.fields = options?.fields?.billingDetails;
          return {
            mount: (place) => { state.frame = openFrame('card', 'Secure card form', place); },
            destroy: () => state.frame?.remove(),
          };
        },
        update: (changes) => { Object.assign(state.due, changes); },
        submit: async () => {
          const typed = hear(state.frame, 'number');
          state.frame.contentWindow.postMessage('submit', 'https://js.stripe.com');
          state.number = (await typed).number;
          return state.number === '' ? { error: { type: 'validation_error', message: 'Incomplete.' } } : {};
        },
      };
    },
    createConfirmationToken: async ({ elements: { state }, params }) => {
      const details = params.payment_method_data.billing_details;
      needed(state.fields, details);
      const reply = await post('confirmation_tokens', { key, due: state.due, details, number: state.number });
      return reply.error ? { error: reply.error } : { confirmationToken: reply };
    },
    handleNextAction: async ({ clientSecret }) => {
      const frame = openFrame('challenge', 'Bank', document.body);
      const { isApproved } = await hear(frame, 'answer');
      await post('authenticate', { clientSecret, isApproved });
      frame.remove();
      return {};
    },
  };
}, { version: 'endive' });
`;

const cardForm = `<!doctype html><html lang="en"><title>Card</title><label>Card number <input></label><p role="alert"></p><script>
  addEventListener('message', ({ source }) => {
    const number = document.querySelector('input').value.replaceAll(' ', '');
    document.querySelector('p').textContent = number === '' ? 'Your card number is incomplete.' : '';
    source.postMessage({ type: 'number', number }, '*');
  });
</script></html>`;

const challenge = `<!doctype html><html lang="en"><title>Bank</title><button>Complete</button><button>Fail</button><script>
  for (const button of document.querySelectorAll('button'))
    button.onclick = () => parent.postMessage({ type: 'answer', isApproved: button.textContent === 'Complete' }, '*');
</script></html>`;
