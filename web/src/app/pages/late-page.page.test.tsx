import { jest } from '@jest/globals';
import { MantineProvider } from '@mantine/core';
import { render, screen, waitFor } from '@testing-library/react';
import { pageOnceLoaded } from './LatePage.tsx';
import { browser, findCause, keepStyles } from './late-page.ts';

const page = (html: string) => () => Promise.resolve(new Response(html, { status: 200 }));
const current = '<script type="module" src="/assets/index-1.js"></script>';
const offline = () => Promise.reject(new TypeError('Failed to fetch'));

let reload: ReturnType<typeof jest.spyOn>;
beforeEach(() => {
  sessionStorage.clear();
  document.head.innerHTML = current;
  reload = jest.spyOn(browser, 'reload').mockImplementation(() => undefined);
});
afterEach(() => jest.restoreAllMocks());

const show = (load: Parameters<typeof pageOnceLoaded>[0]) => {
  const LatePage = pageOnceLoaded(load);
  return render(
    <MantineProvider>
      <LatePage />
    </MantineProvider>,
  );
};

const Orders = () => <h1>Orders</h1>;

describe('a page whose file cannot be loaded', () => {
  it('says that one is offline, and opens when the connection is back', async () => {
    globalThis.fetch = offline;
    show(() => Promise.resolve(Orders));
    await screen.findByText('You are offline');
    globalThis.fetch = page(current);
    window.dispatchEvent(new Event('online'));
    await screen.findByRole('heading', { name: 'Orders' });
    expect(reload).not.toHaveBeenCalled();
  });

  it('opens with the styles that could not be loaded either', async () => {
    keepStyles();
    document.head.innerHTML = `${current}<link rel="stylesheet" href="/assets/fields-1.css">`;
    const links = () => [...document.querySelectorAll<HTMLLinkElement>('link[href$="/assets/fields-1.css"]')];
    links()[0]?.dispatchEvent(new Event('error'));
    globalThis.fetch = page(current);
    show(() => Promise.resolve(Orders));
    await waitFor(() => expect(links()).toHaveLength(2));
    expect(screen.queryByRole('heading', { name: 'Orders' })).toBeNull();
    links()[1]?.dispatchEvent(new Event('load'));
    await screen.findByRole('heading', { name: 'Orders' });
  });

  it('loads the new version once, and not again when that did not help', async () => {
    globalThis.fetch = page(current.replace('index-1', 'index-2'));
    const gone = () => Promise.reject(new Error('gone'));
    const first = show(gone);
    await screen.findByText('A new version of Tessera is available');
    await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
    first.unmount();
    show(gone);
    await screen.findByText('A new version of Tessera is available');
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('is tried again by itself when only this file was in trouble', async () => {
    globalThis.fetch = page(current);
    let tries = 0;
    show(() => {
      tries += 1;
      return tries === 1 ? Promise.reject(new Error('no')) : Promise.resolve(Orders);
    });
    await screen.findByText('This page could not be loaded');
    await screen.findByRole('heading', { name: 'Orders' });
  });
});

describe('the cause', () => {
  it('is told by the page that a reload would bring', async () => {
    globalThis.fetch = page(current);
    expect(await findCause()).toBe('trouble');
    globalThis.fetch = () => Promise.resolve(new Response('', { status: 502 }));
    expect(await findCause()).toBe('offline');
  });
});
