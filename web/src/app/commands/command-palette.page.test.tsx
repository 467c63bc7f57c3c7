import { Checkout, CheckoutPage } from '@tessera/proto/api/billing/checkout';
import { CustomField } from '@tessera/proto/api/billing/custom-field';
import { OrderPage } from '@tessera/proto/api/billing/order';
import { PaymentPage } from '@tessera/proto/api/billing/payment';
import { SearchResult } from '@tessera/proto/api/billing/search';
import { PublicOptions } from '@tessera/proto/api/identity/public-options';
import { screen, waitFor } from '@testing-library/react';
import { left } from '../../test/checkouts.ts';
import { key } from '../../test/license-key.ts';
import { options } from '../../test/people.ts';
import { renderRoute } from '../../test/render-route.tsx';
import { grace, nothing } from '../../test/sales.ts';
import { company, newsletter } from '../../test/selling.ts';
import { type Handler, refusal, reply } from '../../test/server.ts';
import { running } from '../../test/subscription.ts';

const search = 'GET /billing/v1/search';

const empty = {
  ...{ customers: [], orders: [], subscriptions: [], licenseKeys: [], checkouts: [], products: [] },
  ...{ discounts: [], checkoutLinks: [], benefits: [], meters: [], customFields: [], files: [] },
};
const found = (things: Partial<SearchResult> = {}): Handler => reply(SearchResult, { ...empty, ...things });

const showOrders = async (answers: Record<string, Handler> = {}) => {
  const page = renderRoute('/acme/orders', {
    answers: {
      'GET /billing/v1/orders': reply(OrderPage, nothing),
      'GET /billing/v1/payments': reply(PaymentPage, nothing),
      'GET /billing/v1/checkouts': reply(CheckoutPage, nothing),
      [search]: found(),
      ...answers,
    },
  });
  await screen.findByText('No orders yet');
  return page;
};

/** All commands, over the list of orders. */
const openPalette = async (answers: Record<string, Handler> = {}) => {
  const page = await showOrders(answers);
  await page.user.keyboard('{Control>}k{/Control}');
  await screen.findByRole('option', { name: 'Payments' });
  screen.getByRole('dialog', { name: 'Search and commands' });
  return page;
};

describe('the commands', () => {
  it('take what is typed before their field is there', async () => {
    const { user } = await showOrders();
    await user.keyboard('{Control>}k{/Control}pay');
    const field = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Search and commands' });
    await waitFor(() => expect(document.activeElement).toBe(field));
    expect(field.value).toBe('pay');
    await user.keyboard('ments');
    expect(field.value).toBe('payments');
    await screen.findByRole('option', { name: 'Payments' });
  });

  it('lead to all that an organization sells with, and to what can be added', async () => {
    await openPalette();
    const pages = ['Products', 'Benefits', 'Files', 'Discounts', 'Meters', 'Custom fields', 'Checkout links'];
    for (const name of [...pages, 'Orders', 'Payments', 'Subscriptions', 'Customers'])
      screen.getByRole('option', { name });
    for (const name of ['Apps with access', 'Apps with access to your account', 'OAuth apps'])
      screen.getByRole('option', { name });
    for (const name of [
      'product',
      'benefit',
      'discount',
      'meter',
      'custom field',
      'checkout link',
      'OAuth app',
    ])
      screen.getByRole('option', { name: `New ${name}` });
  });

  it('are followed by pressing them', async () => {
    const { user } = await openPalette();
    await user.click(screen.getByRole('option', { name: 'Payments' }));
    await screen.findByText('No payments yet');
    expect(location.pathname).toBe('/acme/payments');
    await waitFor(() => expect(screen.queryByRole('option', { name: 'Payments' })).toBeNull());
  });

  it('are followed by Enter: the first that fits what was typed', async () => {
    const { user } = await openPalette();
    await user.keyboard('p');
    await user.keyboard('a');
    await user.keyboard('y');
    await waitFor(() => expect(screen.queryByRole('option', { name: 'Orders' })).toBeNull());
    await user.keyboard('{Enter}');
    await screen.findByText('No payments yet');
  });

  it('give way to what is found: Enter opens the first of it', async () => {
    const { user } = await openPalette({
      [search]: found({ customers: [grace] }),
    });
    await user.keyboard('grace');
    const row = await screen.findByRole('option', { name: /grace@example.com/ });
    await waitFor(() => expect(row.getAttribute('aria-selected')).toBe('true'));
    const field = screen.getByRole('combobox', { name: 'Search and commands' });
    expect(field.getAttribute('aria-activedescendant')).toBe(row.id);
  });

  it('do not say that there is nothing when the search failed', async () => {
    const { user } = await openPalette({ [search]: refusal(503, null) });
    await user.keyboard('grace');
    await screen.findByText('This part of Tessera is not available right now. Try again in a moment.');
    expect(screen.queryByText(/Nothing found/)).toBeNull();
  });

  it('give way to the checkout that somebody left, by their address', async () => {
    const { user, server } = await openPalette({
      [search]: found({ checkouts: [left] }),
      [`GET /billing/v1/checkouts/${left.id}`]: reply(Checkout, left),
    });
    await user.keyboard('grace@');
    const row = await screen.findByRole('option', { name: /grace@example\.com · / });
    expect(server.sentTo(search).at(-1)?.query.get('query')).toBe('grace@');
    await user.click(row);
    await waitFor(() => expect(location.pathname).toBe(`/acme/checkouts/${left.id}`));
  });

  it('give way to the subscription and the license key that somebody has', async () => {
    const { server, user } = await openPalette({
      [search]: found({ subscriptions: [running], licenseKeys: [key] }),
    });
    await user.keyboard('grace');
    const row = await screen.findByRole('option', { name: /Grace.* · Course/ });
    expect(row.textContent).toContain('/ month, Jun 15, 2026');
    await screen.findByRole('option', { name: /E304DA.*Grace/ });
    expect(server.sentTo(search).at(-1)?.query.get('query')).toBe('grace');
  });

  it.each([true, false])('lead to the time machine only where there is one: %s', async (isClockMovable) => {
    await openPalette({
      'GET /auth/public-options': reply(PublicOptions, { ...options, isClockMovable }),
    });
    screen.getByRole('option', { name: 'Invitations' });
    screen.getByRole('option', { name: 'Danger zone' });
    await waitFor(() =>
      expect(screen.queryByRole('option', { name: 'Time machine' }) !== null).toBe(isClockMovable),
    );
  });

  it('give way to what things are sold with, which the same letters find', async () => {
    const { user, server } = await openPalette({
      [search]: found({ checkoutLinks: [newsletter], customFields: [company] }),
      [`GET /billing/v1/custom-fields/${company.id}`]: reply(CustomField, company),
    });
    await user.keyboard('ne');
    await screen.findByRole('option', { name: /Newsletter/ });
    const groups = screen.getAllByRole('group').map((group) => group.getAttribute('aria-label'));
    expect(groups.slice(0, 2)).toEqual(['Checkout links', 'Custom fields']);
    expect(server.sentTo(search).map(({ query }) => query.get('query'))).toEqual(['ne']);
    await user.click(screen.getByRole('option', { name: /Company/ }));
    await waitFor(() => expect(location.pathname).toBe(`/acme/custom-fields/${company.id}`));
  });
});
