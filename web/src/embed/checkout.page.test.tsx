import { readFileSync } from 'node:fs';
import { jest } from '@jest/globals';
import { languages } from '@tessera/proto/api/languages';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import './checkout.ts';

type Embedded = {
  close: () => void;
  addEventListener: (type: string, listener: () => void) => void;
};
type Polar = { EmbedCheckout: { create: (url: string) => Promise<Embedded>; init: () => void } };

const address = 'http://localhost/checkout/secret';
const frame = () => document.querySelector('iframe');

beforeEach(() => {
  document.body.innerHTML = `<main><a href="${address}" data-polar-checkout>Buy</a></main>`;
});

const isMarked = (): boolean => window.history.state?.tesseraCheckout !== undefined;

// Leaving the entry that was added takes a moment.
afterEach(() => waitFor(() => expect(isMarked()).toBe(false)));

const open = async () => {
  (window as unknown as { Polar: Polar }).Polar.EmbedCheckout.init();
  const user = userEvent.setup();
  await user.click(screen.getByText('Buy'));
  return user;
};

/** What the page in the frame says. */
const say = (event: string) =>
  window.dispatchEvent(
    new MessageEvent('message', {
      data: { type: 'POLAR_CHECKOUT', event },
      origin: window.location.origin,
      source: frame()?.contentWindow ?? null,
    }),
  );

/** The page's own words. */
const wordsOf = (language: string): Record<string, string> =>
  JSON.parse(readFileSync(`${import.meta.dirname}/../checkout/locales/${language}.json`, 'utf8'));

describe('a checkout above a page', () => {
  it('can be left by a button and by Escape while nothing has come of it', async () => {
    const user = await open();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Close' }));
    await user.keyboard('{Enter}');
    expect(frame()).toBeNull();
    expect(document.querySelector('main')?.inert).toBe(false);
    await open();
    await user.keyboard('{Escape}');
    expect(frame()).toBeNull();
    expect(document.body.children).toHaveLength(1);
  });

  it.each([
    ['de-AT', 'Checkout', 'Schließen'],
    ['ja', 'お支払い', '閉じる'],
    ['fi', 'Checkout', 'Close'],
    ['den', 'Checkout', 'Close'],
  ])('is named in the language of the browser (%s)', async (language, title, close) => {
    const languages = jest.spyOn(navigator, 'languages', 'get').mockReturnValue([language]);
    const user = await open();
    expect(frame()?.title).toBe(title);
    await user.click(screen.getByRole('button', { name: close }));
    languages.mockRestore();
  });

  it.each(languages)('is named as its page is where its address names a language (%s)', async (language) => {
    screen.getByText('Buy').setAttribute('href', `${address}?locale=${language}-XX`);
    const user = await open();
    const words = wordsOf(language);
    expect([frame()?.title, frame()?.lang]).toEqual([words['title.checkout'], language]);
    const button = screen.getByRole('button', { name: words['embed.close'] });
    expect(button.lang).toBe(language);
    await user.click(button);
  });

  it('is named in the language of the browser where its address names none that there is', async () => {
    screen.getByText('Buy').setAttribute('href', `${address}?locale=toString`);
    const user = await open();
    expect(frame()?.title).toBe('Checkout');
    await user.click(screen.getByRole('button', { name: 'Close' }));
  });

  it('is left by its own page once it is there', async () => {
    const user = await open();
    say('loaded');
    expect(screen.queryByRole('button', { name: 'Close' })).toBeNull();
    await user.keyboard('{Escape}');
    expect(frame()).not.toBeNull();
    say('close');
    expect(frame()).toBeNull();
  });

  it('is held while something is being paid, until the outcome is known or takes long', async () => {
    await open();
    say('loaded');
    say('confirmed');
    say('close');
    expect(frame()).not.toBeNull();
    say('delayed');
    say('close');
    expect(frame()).toBeNull();
  });

  it('is closed by going back, which leaves the page where it is and is no news to its router', async () => {
    window.history.replaceState({ idx: 3 }, '');
    const router = jest.fn();
    window.addEventListener('popstate', router);
    await open();
    await waitFor(() => expect(isMarked()).toBe(true));
    expect(window.history.state).toMatchObject({ idx: 3 });
    say('loaded');
    window.history.back();
    await waitFor(() => expect(frame()).toBeNull());
    expect(window.history.state).toEqual({ idx: 3 });
    expect(router).not.toHaveBeenCalled();
    window.removeEventListener('popstate', router);
  });

  it('leaves the history as it was, however it is closed and opened again at once', async () => {
    window.history.replaceState({ idx: 4 }, '');
    const user = await open();
    await waitFor(() => expect(isMarked()).toBe(true));
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await open();
    await waitFor(() => expect(isMarked()).toBe(true));
    window.history.back();
    await waitFor(() => expect(frame()).toBeNull());
    expect(window.history.state).toEqual({ idx: 4 });
  });

  it('stays when one goes back while something is being paid', async () => {
    window.history.replaceState(null, '');
    await open();
    await waitFor(() => expect(isMarked()).toBe(true));
    say('loaded');
    say('confirmed');
    const forward = jest.spyOn(window.history, 'forward');
    window.history.back();
    await waitFor(() => expect(forward).toHaveBeenCalledTimes(1));
    forward.mockRestore();
    await waitFor(() => expect(isMarked()).toBe(true));
    expect(frame()).not.toBeNull();
    say('failed');
    window.history.back();
    await waitFor(() => expect(frame()).toBeNull());
  });
});
