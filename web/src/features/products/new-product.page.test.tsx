import { type Benefit, BenefitPage } from '@tessera/proto/api/billing/benefit';
import { CustomFieldPage } from '@tessera/proto/api/billing/custom-field';
import { type Meter, MeterPage } from '@tessera/proto/api/billing/meter';
import { OrderPage } from '@tessera/proto/api/billing/order';
import { Product, ProductCreate } from '@tessera/proto/api/billing/product';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { acme } from '../../test/people.ts';
import { renderRoute } from '../../test/render-route.tsx';
import { course, nothing, pageWith } from '../../test/sales.ts';
import { refusal, reply } from '../../test/server.ts';

const create = 'POST /billing/v1/products';
const tokens: Meter = {
  id: '0197a000-0000-7000-8000-0000000000e1',
  createdAt: new Date('2026-06-15T12:00:00Z'),
  modifiedAt: null,
  name: 'Tokens',
  filter: { conjunction: 'and', clauses: [] },
  aggregation: { func: 'count' },
  metadata: {},
  organizationId: acme.id,
};
const chat: Benefit = {
  id: '0197a000-0000-7000-8000-0000000000aa',
  createdAt: new Date('2026-06-15T12:00:00Z'),
  modifiedAt: null,
  type: 'custom',
  description: 'Our chat',
  selectable: true,
  deletable: true,
  organizationId: acme.id,
  metadata: {},
  properties: { note: null },
};
type Benefits = ReturnType<typeof pageWith<Benefit>>;
const open = async (
  answer = reply(Product, course, { takes: ProductCreate }),
  benefits: () => Benefits = () => nothing,
) => {
  const page = renderRoute('/acme/products/new', {
    answers: {
      [create]: answer,
      'GET /billing/v1/benefits': reply(BenefitPage, benefits),
      'GET /billing/v1/custom-fields': reply(CustomFieldPage, nothing),
      'GET /billing/v1/meters': reply(MeterPage, pageWith(tokens)),
      'GET /billing/v1/orders': reply(OrderPage, nothing),
      [`GET /billing/v1/products/${course.id}`]: reply(Product, course),
    },
  });
  const name = await screen.findByLabelText('Name');
  const save = () => page.user.click(screen.getByRole('button', { name: 'Create product' }));
  return { ...page, name, save };
};

describe('the form of a new product', () => {
  it('sends what the server takes, and goes on to the product', async () => {
    const { user, name, save, server } = await open();
    await user.type(name, ' Course ');
    await user.type(screen.getByLabelText('Amount'), '12');
    await save();
    await waitFor(() => expect(location.pathname).toBe(`/acme/products/${course.id}`));
    expect(server.sentTo(create)[0]?.body).toMatchObject({
      name: 'Course',
      prices: [{ amount_type: 'fixed', price_amount: 1200, price_currency: 'usd' }],
    });
  });

  it('keeps what was typed while a benefit is made in another tab, and offers it on return', async () => {
    let benefits: Benefits = nothing;
    const { user, name } = await open(undefined, () => benefits);
    await user.type(name, 'Course');
    const link = await screen.findByRole('link', { name: 'Create a benefit' });
    expect(link.getAttribute('target')).toBe('_blank');
    benefits = pageWith(chat);
    fireEvent(window, new Event('focus'));
    await user.click(await screen.findByRole('combobox', { name: 'Attached benefits' }));
    await user.click(await screen.findByRole('option', { name: chat.description }));
    screen.getByDisplayValue('Course');
    expect(screen.getByRole('link', { name: 'Create a benefit' }).getAttribute('target')).toBe('_blank');
  });

  it('finds another currency by the letters that are typed after a click', async () => {
    const { user, name, save, server } = await open();
    await user.type(name, 'Course');
    await user.click(screen.getByRole('combobox', { name: 'Currency' }));
    await user.keyboard('jpy{Enter}');
    await user.type(screen.getByLabelText('Amount'), '12');
    await save();
    await screen.findByText('Must be at least ¥50.');
    await user.type(screen.getByLabelText('Amount'), '00');
    await save();
    await waitFor(() => expect(server.sentTo(create)).toHaveLength(1));
    expect(server.sentTo(create)[0]?.body).toMatchObject({ prices: [{ price_currency: 'jpy' }] });
  });

  it('is not sent without a picture that is still being uploaded', async () => {
    const { user, name, save, server } = await open();
    await user.type(name, 'Course');
    await user.type(screen.getByLabelText('Amount'), '12');
    const picture = new File(['x'], 'Cover.png', { type: 'image/png' });
    const endless = { arrayBuffer: () => new Promise(() => undefined) };
    picture.slice = () => endless as unknown as Blob;
    // What the keyboard reaches has a role and a name.
    screen.getByRole('button', { name: /^Add pictures/ });
    await user.upload(screen.getByLabelText('Add pictures'), picture);
    await screen.findByText('Cover.png');
    await save();
    await screen.findByText(/An upload is still in progress/);
    expect(server.sentTo(create)).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Cancel the upload of Cover.png' }));
    expect(screen.queryByText(/An upload is still in progress/)).toBeNull();
    await save();
    await waitFor(() => expect(location.pathname).toBe(`/acme/products/${course.id}`));
    expect(server.sentTo(create)).toHaveLength(1);
  });

  it('leaves no form behind: back leads to where one came from', async () => {
    const { router, user, save } = await open();
    await router.navigate('/acme/custom-fields');
    await router.navigate('/acme/products/new');
    await user.type(await screen.findByLabelText('Name'), 'Course');
    await user.type(screen.getByLabelText('Amount'), '12');
    await save();
    await waitFor(() => expect(location.pathname).toBe(`/acme/products/${course.id}`));
    await router.navigate(-1);
    await waitFor(() => expect(location.pathname).toBe('/acme/custom-fields'));
  });

  it('shows what buyers will see while it is typed, and keeps the act in sight', async () => {
    const { user, name } = await open();
    expect(screen.queryByText('You have unsaved changes.')).toBeNull();
    await user.type(name, 'Course');
    await user.type(screen.getByLabelText('Amount'), '12');
    await user.type(screen.getByLabelText('Description'), 'Learn **fast** <b>now</b>');
    const preview = within(screen.getByRole('region', { name: 'What buyers see' }));
    preview.getByText('Course');
    preview.getByText('$12.00');
    // What is only drawn is nothing to read aloud.
    expect(document.querySelector('main svg:not([aria-hidden])')).toBeNull();
    expect(preview.getByText('fast').tagName).toBe('STRONG');
    preview.getByText(/<b>now<\/b>/);
    screen.getByText('You have unsaved changes.');
    preview.getByText('Pay');
    await user.click(screen.getByRole('radio', { name: 'Free' }));
    preview.getByText('Get it for free');
    await user.click(screen.getByRole('radio', { name: 'Subscription' }));
    preview.getByText('Subscribe');
    await user.type(screen.getByLabelText('Free trial'), '14');
    preview.getByText('14 days free, then this price.');
    preview.getByText('Start free trial');
  });

  it('names the interval by its number: one month, two months', async () => {
    const { user } = await open();
    await user.click(screen.getByRole('radio', { name: 'Subscription' }));
    const interval = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Interval' }).value;
    expect(interval()).toBe('month');
    await user.clear(screen.getByLabelText('Billed every'));
    await user.type(screen.getByLabelText('Billed every'), '2');
    await waitFor(() => expect(interval()).toBe('months'));
  });

  it('has a currency chosen by its first letters, without being sent by that', async () => {
    const { user, name, server } = await open();
    await user.type(name, 'Course');
    await user.type(screen.getByLabelText('Amount'), '12');
    const currency = screen.getByRole('combobox', { name: 'Currency' });
    await user.clear(currency);
    await user.type(currency, 'jap{Enter}');
    await screen.findByDisplayValue('JPY · Japanese Yen');
    await user.clear(screen.getByRole('combobox', { name: 'Currency' }));
    await user.keyboard('zebra{Enter}');
    await screen.findByText('No such currency');
    expect(server.sentTo(create)).toEqual([]);
  });

  it('says beside the fields what is missing, and sends nothing', async () => {
    const { user, name, save, server } = await open();
    await user.type(name, 'ab');
    await save();
    await screen.findByText('Use at least 3 characters.');
    screen.getByText('This is required.');
    expect(server.sentTo(create)).toEqual([]);
  });

  it('puts what the server refuses beside its field, and keeps what was typed', async () => {
    const detail = [{ loc: ['body', 'prices', 0, 'price_amount'], msg: 'Too cheap', type: 'value_error' }];
    const { user, name, save } = await open(refusal(422, { error: 'RequestValidationError', detail }));
    await user.type(name, 'Course');
    await user.type(screen.getByLabelText('Amount'), '12');
    await save();
    await screen.findByText('Too cheap.');
    expect(screen.getByLabelText('Amount').getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Course');
    expect(location.pathname).toBe('/acme/products/new');
  });

  it('begins a price by usage with what there is to fill in, whatever the interval', async () => {
    const { user, name, save, server } = await open();
    await user.type(name, 'Tokens by the day');
    await user.click(screen.getByRole('radio', { name: 'Subscription' }));
    await user.click(screen.getByRole('combobox', { name: 'Interval' }));
    await user.click(await screen.findByRole('option', { name: 'day' }));
    await user.click(screen.getByRole('radio', { name: 'Metered only' }));
    const meter = await screen.findByRole('combobox', { name: 'Meter' });
    expect(meter.getAttribute('placeholder')).toBe('Choose a meter');
    await save();
    await screen.findByText('Choose a meter.');
    // The fields say it all: nothing general stands at the foot.
    expect(screen.queryByText('Choose one of the options.')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Remove metered price 1' }));
    await save();
    await screen.findByText('Add a metered price: the product has no other price.');
    await user.click(screen.getByRole('button', { name: 'Add a metered price' }));
    await user.click(screen.getByRole('combobox', { name: 'Meter' }));
    await user.click(await screen.findByRole('option', { name: 'Tokens' }));
    await user.type(screen.getByLabelText('Price per unit'), '0.002');
    await save();
    await waitFor(() => expect(server.sentTo(create)).toHaveLength(1));
    expect(server.sentTo(create)[0]?.body).toMatchObject({
      recurring_interval: 'day',
      prices: [{ amount_type: 'metered_unit', meter_id: tokens.id, unit_amount: '0.2' }],
    });
  });

  it('says beside the fields of a metered price what is wrong with it', async () => {
    const { user, name, save, server } = await open();
    await user.type(name, 'Tokens');
    await user.click(screen.getByRole('radio', { name: 'Subscription' }));
    await user.type(screen.getByLabelText('Amount'), '12');
    await user.click(await screen.findByRole('button', { name: 'Add a metered price' }));
    await user.click(screen.getByRole('combobox', { name: 'Meter' }));
    await user.click(await screen.findByRole('option', { name: 'Tokens' }));
    await user.type(screen.getByLabelText('Price per unit'), '0.002');
    await user.type(screen.getByLabelText(/^Minimum per period/), '1000000');
    await user.type(screen.getByLabelText(/^Cap/), '3');
    await save();
    await screen.findByText('Must be at most $999,999.99.');
    await user.clear(screen.getByLabelText(/^Minimum per period/));
    await user.type(screen.getByLabelText(/^Minimum per period/), '5');
    await save();
    await screen.findByText('Must not be less than the minimum.');
    expect(screen.getByLabelText(/^Cap/).getAttribute('aria-invalid')).toBe('true');
    expect(server.sentTo(create)).toEqual([]);
  });

  it('goes back to a fixed price when what was priced by usage is sold once', async () => {
    const { user } = await open();
    await user.click(screen.getByRole('radio', { name: 'Subscription' }));
    await user.click(screen.getByRole('radio', { name: 'Metered only' }));
    await user.click(screen.getByRole('radio', { name: 'One-time' }));
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Fixed' }).checked).toBe(true);
    screen.getByLabelText('Amount');
  });
});
