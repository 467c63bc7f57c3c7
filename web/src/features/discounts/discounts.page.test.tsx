import {
  Discount,
  DiscountCodePage,
  DiscountCodes,
  DiscountCodesCreate,
  DiscountCreate,
  DiscountPage,
  DiscountUpdate,
} from '@tessera/proto/api/billing/discount';
import { OrderPage } from '@tessera/proto/api/billing/order';
import { ProductPage } from '@tessera/proto/api/billing/product';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { renderRoute } from '../../test/render-route.tsx';
import { launch } from '../../test/selling.ts';
import { done, refusal, reply } from '../../test/server.ts';

const nothing = { items: [], pagination: { totalCount: 0, maxPage: 1 } };
const one = { items: [launch], pagination: { totalCount: 1, maxPage: 1 } };

const answers = {
  'GET /billing/v1/discounts': reply(DiscountPage, one),
  'GET /billing/v1/products': reply(ProductPage, nothing),
  'GET /billing/v1/orders': reply(OrderPage, nothing),
  [`GET /billing/v1/discounts/${launch.id}`]: reply(Discount, launch),
  [`GET /billing/v1/discounts/${launch.id}/codes`]: reply(DiscountCodePage, nothing),
};

describe('the list of discounts', () => {
  it('shows what each takes off and how often, and keeps its order in the address', async () => {
    const { user, server } = renderRoute('/acme/discounts', { answers });
    const link = await screen.findByRole('link', { name: 'Launch week' });
    const row = within(link.closest('tr') as HTMLElement);
    for (const text of ['LAUNCH25', '25%', '3 months', '4 of 10', 'Active']) row.getByText(text);
    await user.click(screen.getByRole('button', { name: /^Redemptions/ }));
    await waitFor(() => expect(location.search).toBe('?sort=-redemptions_count'));
    await waitFor(() =>
      expect(server.sentTo('GET /billing/v1/discounts').at(-1)?.query.get('sorting')).toBe(
        '-redemptions_count',
      ),
    );
  });

  it('groups the digits of many redemptions', async () => {
    const many = { ...launch, redemptionsCount: 2000, maxRedemptions: 12_000 };
    renderRoute('/acme/discounts', {
      answers: {
        ...answers,
        'GET /billing/v1/discounts': reply(DiscountPage, { ...one, items: [many] }),
      },
    });
    await screen.findByText('2,000 of 12,000');
  });

  it('keeps its rows when only asking for them again failed, and says so', async () => {
    const { user, server } = renderRoute('/acme/discounts', { answers });
    await screen.findByRole('link', { name: 'Launch week' });
    server.refuse('GET /billing/v1/discounts', 503, null);
    fireEvent(window, new Event('focus'));
    await screen.findByText('This could not be loaded');
    screen.getByRole('link', { name: 'Launch week' });
    server.answer('GET /billing/v1/discounts', DiscountPage, one);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.queryByText('This could not be loaded')).toBeNull());
    screen.getByRole('link', { name: 'Launch week' });
  });

  it('says what discounts are where there are none', async () => {
    renderRoute('/acme/discounts', {
      answers: { ...answers, 'GET /billing/v1/discounts': reply(DiscountPage, nothing) },
    });
    await screen.findByText('Create your first discount');
  });
});

describe('discounts that are selected', () => {
  const friends = { ...launch, id: '0197a000-0000-7000-8000-0000000000d2', name: 'Friends', code: null };
  const two = { items: [launch, friends], pagination: { totalCount: 2, maxPage: 1 } };

  it('are deleted after one question, and what the server keeps is said', async () => {
    const { user, server } = renderRoute('/acme/discounts', {
      answers: {
        ...answers,
        'GET /billing/v1/discounts': reply(DiscountPage, two),
        [`DELETE /billing/v1/discounts/${launch.id}`]: done,
        [`DELETE /billing/v1/discounts/${friends.id}`]: refusal(404, {
          error: 'ResourceNotFound',
          detail: 'Discount not found',
        }),
      },
    });
    await screen.findByText('Friends');
    await user.click(screen.getByRole('checkbox', { name: 'Select all rows' }));
    await screen.findByText('2 selected');
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete these 2 items?' }));
    expect(server.sentTo(`DELETE /billing/v1/discounts/${launch.id}`)).toHaveLength(0);
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    await dialog.findByText(/1 could not be changed: .+/);
    for (const { id } of two.items)
      expect(server.sentTo(`DELETE /billing/v1/discounts/${id}`)).toHaveLength(1);
  });
});

describe('a new discount', () => {
  it('is made with a code of its own, and refused where that is taken', async () => {
    const { user, server } = renderRoute('/acme/discounts/new', {
      answers: {
        ...answers,
        'POST /billing/v1/discounts': reply(Discount, launch, { takes: DiscountCreate }),
      },
    });
    const name = await screen.findByLabelText('Name');
    await user.click(screen.getByRole('button', { name: 'Create discount' }));
    await screen.findByText('Enter a percentage from 0.01 to 100.');
    await user.type(name, 'Launch week');
    await user.click(screen.getByRole('button', { name: 'Generate' }));
    const code = screen.getByLabelText<HTMLInputElement>('Code').value;
    expect(code).toMatch(/^[A-Z2-9]{8}$/);
    await user.type(screen.getByLabelText('Percentage'), '25');
    await user.click(screen.getByRole('radio', { name: 'Several months' }));
    await user.type(screen.getByLabelText('Months'), '3');
    server.refuse('POST /billing/v1/discounts', 422, {
      error: 'RequestValidationError',
      detail: [
        { loc: ['body', 'code'], msg: 'Discount with this code already exists.', type: 'value_error' },
      ],
    });
    await user.click(screen.getByRole('button', { name: 'Create discount' }));
    await screen.findByText('Discount with this code already exists.');
    server.answer('POST /billing/v1/discounts', Discount, launch);
    await user.click(screen.getByRole('button', { name: 'Create discount' }));
    await waitFor(() => expect(location.pathname).toBe(`/acme/discounts/${launch.id}`));
    expect(server.sentTo('POST /billing/v1/discounts').at(-1)?.body).toMatchObject({
      name: 'Launch week',
      code,
      basis_points: 2500,
      duration: 'repeating',
      duration_in_months: 3,
    });
  });
});

/** As in a browser in which only a part of it was typed: there is no value then, and no event of a change. */
const typePart = (field: HTMLElement, badInput = true) =>
  Object.defineProperty(field, 'validity', { value: { badInput }, configurable: true });

describe('the page of a discount', () => {
  it('is not saved without the end of which only the day was typed', async () => {
    const change = `PATCH /billing/v1/discounts/${launch.id}`;
    const { user, server } = renderRoute(`/acme/discounts/${launch.id}`, {
      answers: { ...answers, [change]: reply(Discount, launch, { takes: DiscountUpdate }) },
    });
    await user.type(await screen.findByLabelText('Name'), '!');
    const ends = screen.getByLabelText('Ends');
    typePart(ends);
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    await screen.findByText('Enter the whole date with its time, or clear it.');
    expect(server.sentTo(change)).toEqual([]);
    typePart(ends, false);
    await user.type(ends, '{Backspace}');
    await waitFor(() => expect(ends.getAttribute('aria-invalid')).not.toBe('true'));
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(server.sentTo(change)).toHaveLength(1));
  });

  it('refuses a day of a year that no calendar has, beside its field', async () => {
    const { user, server } = renderRoute(`/acme/discounts/${launch.id}`, { answers });
    fireEvent.change(await screen.findByLabelText('Ends'), { target: { value: '12026-01-01T00:00' } });
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    await screen.findByText('This does not look right.');
    expect(server.sentTo(`PATCH /billing/v1/discounts/${launch.id}`)).toEqual([]);
  });

  it('says its id, which programs give to a checkout, and copies it', async () => {
    const { user } = renderRoute(`/acme/discounts/${launch.id}`, { answers });
    await user.click(await screen.findByRole('button', { name: `Copy ID: ${launch.id}` }));
    await screen.findByRole('button', { name: 'Copied' });
    expect(await navigator.clipboard.readText()).toBe(launch.id);
  });

  it('keeps what was promised, and makes codes', async () => {
    const path = `POST /billing/v1/discounts/${launch.id}/codes`;
    const { user, server } = renderRoute(`/acme/discounts/${launch.id}`, {
      answers: { ...answers, [path]: reply(DiscountCodes, { items: [] }, { takes: DiscountCodesCreate }) },
    });
    const percent = await screen.findByLabelText<HTMLInputElement>('Percentage');
    expect([percent.value, percent.disabled]).toEqual(['25', true]);
    await screen.findByText('Nobody has used it yet');
    await user.click(await screen.findByRole('button', { name: 'Create codes' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.clear(dialog.getByLabelText('How many'));
    await user.type(dialog.getByLabelText('How many'), '1001');
    await user.click(dialog.getByRole('button', { name: 'Create codes' }));
    await dialog.findByText('Must be at most 1,000.');
    await user.clear(dialog.getByLabelText('How many'));
    await user.type(dialog.getByLabelText('How many'), '1000');
    await user.type(dialog.getByLabelText('Prefix'), 'VIP');
    await user.click(dialog.getByRole('button', { name: 'Create codes' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.sentTo(path)[0]?.body).toEqual({ count: 1000, prefix: 'VIP' });
  });
});
