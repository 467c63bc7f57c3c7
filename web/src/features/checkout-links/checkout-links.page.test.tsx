import { jest } from '@jest/globals';
import {
  CheckoutLink,
  CheckoutLinkCreate,
  CheckoutLinkPage,
  CheckoutLinkUpdate,
} from '@tessera/proto/api/billing/checkout-link';
import { Discount, DiscountPage } from '@tessera/proto/api/billing/discount';
import { Product, ProductPage } from '@tessera/proto/api/billing/product';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { renderRoute } from '../../test/render-route.tsx';
import { course, nothing, pageWith } from '../../test/sales.ts';
import { launch, newsletter } from '../../test/selling.ts';
import { done, type Handler, refusal, reply } from '../../test/server.ts';

const list = 'GET /billing/v1/checkout-links';
const create = 'POST /billing/v1/checkout-links';
const one = `/billing/v1/checkout-links/${newsletter.id}`;
const around = {
  'GET /billing/v1/products': reply(ProductPage, pageWith(course)),
  [`GET /billing/v1/products/${course.id}`]: reply(Product, course),
  'GET /billing/v1/discounts': reply(DiscountPage, nothing),
  [`GET ${one}`]: reply(CheckoutLink, newsletter),
};

/** Moves the date alone: pages go on loading. */
const moveDate = (now: number) =>
  jest.useFakeTimers({
    now,
    doNotFake: [
      'setTimeout',
      'clearTimeout',
      'setInterval',
      'clearInterval',
      'setImmediate',
      'clearImmediate',
      'queueMicrotask',
      'nextTick',
      'performance',
      'hrtime',
      'requestAnimationFrame',
      'cancelAnimationFrame',
    ],
  });
afterEach(() => void jest.useRealTimers());

const early: Discount = {
  id: '0197a000-0000-7000-8000-0000000000d7',
  createdAt: new Date('2026-06-15T12:00:00Z'),
  modifiedAt: null,
  name: 'Early birds',
  code: null,
  type: 'percentage',
  basisPoints: 1000,
  duration: 'once',
  startsAt: null,
  endsAt: null,
  maxRedemptions: null,
  maxRedemptionsPerCustomer: null,
  redemptionsCount: 0,
  organizationId: newsletter.organizationId,
  metadata: {},
  products: [],
};

afterEach(() => jest.restoreAllMocks());

describe('the list of checkout links', () => {
  it('shows them, of one product where the address says so', async () => {
    const { server } = renderRoute(`/acme/checkout-links?product=${course.id}`, {
      answers: { ...around, [list]: reply(CheckoutLinkPage, pageWith(newsletter)) },
    });
    await screen.findByText('Newsletter');
    expect(server.sentTo(list)[0]?.query.get('product_id')).toBe(course.id);
  });

  it('is narrowed to a product that is found by its name, however many there are', async () => {
    const others = Array.from({ length: 10 }, (_, index) => ({
      ...course,
      id: `0197a000-0000-7000-8000-0000000001${index + 10}`,
      name: `Course ${index}`,
    }));
    const many = { items: others, pagination: { totalCount: 101, maxPage: 2 } };
    const late = { ...course, id: '0197a000-0000-7000-8000-0000000000c9', name: 'Yearbook' };
    const products = reply(ProductPage, ({ query }) =>
      query.get('query') === 'year' ? pageWith(late) : query.get('query') ? nothing : many,
    );
    const opened = Promise.withResolvers<void>();
    const { user, server } = renderRoute('/acme/checkout-links', {
      answers: {
        ...around,
        'GET /billing/v1/products': async (sent) => {
          await opened.promise;
          return products(sent);
        },
        [`GET /billing/v1/products/${late.id}`]: reply(Product, late),
        [list]: reply(CheckoutLinkPage, pageWith(newsletter)),
      },
    });
    await screen.findByText('Newsletter');
    expect(server.sentTo('GET /billing/v1/products')).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Product' }));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('dialog')));
    opened.resolve();
    await screen.findByRole('button', { name: 'Course 3' });
    const find = screen.getByRole('textbox', { name: 'Find in Product' });
    // It has the focus, though it came with the choices, later than the dropdown.
    await user.keyboard('zebra');
    await screen.findByText('Nothing with this name');
    await user.clear(find);
    await user.type(find, 'year');
    await user.click(await screen.findByRole('button', { name: 'Yearbook' }));
    await screen.findByRole('button', { name: 'Product: Yearbook' });
    await waitFor(() => expect(server.sentTo(list).at(-1)?.query.get('product_id')).toBe(late.id));
  });

  it('is searched, and taken away by the same letters', async () => {
    const { user, server } = renderRoute('/acme/checkout-links', {
      answers: { ...around, [list]: reply(CheckoutLinkPage, pageWith(newsletter)) },
    });
    await screen.findByText('Newsletter');
    await user.type(screen.getByRole('searchbox', { name: 'Search checkout links' }), 'news');
    await waitFor(() => expect(server.sentTo(list).at(-1)?.query.get('query')).toBe('news'));
    expect(location.search).toBe('?query=news');
    const file = new URL(screen.getByRole<HTMLAnchorElement>('link', { name: 'Export CSV' }).href);
    expect(file.searchParams.get('query')).toBe('news');
  });

  it('says what they are for where there are none', async () => {
    renderRoute('/acme/checkout-links', {
      answers: { ...around, [list]: reply(CheckoutLinkPage, nothing) },
    });
    await screen.findByText('Create your first checkout link');
  });
});

describe('the page of a checkout link', () => {
  it('draws it as a QR code, to be taken away', async () => {
    const { user } = renderRoute(`/acme/checkout-links/${newsletter.id}`, { answers: around });
    await user.click(await screen.findByRole('button', { name: 'Show QR code' }));
    await screen.findByRole('img', { name: `QR code of ${newsletter.url}` });
    const saved: string[] = [];
    URL.createObjectURL = (file) => `blob:${(file as Blob).type}`;
    URL.revokeObjectURL = () => undefined;
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(`${this.download} ${this.href}`);
    });
    await user.click(screen.getByRole('button', { name: 'Download SVG' }));
    expect(saved).toEqual(['checkout.svg blob:image/svg+xml']);
    await user.click(screen.getByRole('button', { name: 'Hide QR code' }));
    expect(screen.queryByRole('img', { name: /^QR code/ })).toBeNull();
  });
});

describe('the form of a new checkout link', () => {
  it('says what it lacks where there is nothing to sell yet', async () => {
    const { user } = renderRoute('/acme/checkout-links/new', {
      answers: { ...around, 'GET /billing/v1/products': reply(ProductPage, nothing) },
    });
    await screen.findByText(/^You have no products yet/);
    await user.click(screen.getByRole('button', { name: 'Create checkout link' }));
    expect((await screen.findByRole('alert')).textContent).toBe('Choose at least one.');
  });

  it('sends what was filled in, and leads to the link that can be shared', async () => {
    const { user, server } = renderRoute('/acme/checkout-links/new', {
      answers: {
        ...around,
        [list]: reply(CheckoutLinkPage, nothing),
        [create]: reply(CheckoutLink, newsletter, { takes: CheckoutLinkCreate }),
      },
    });
    await user.type(await screen.findByLabelText('Label'), ' Newsletter ');
    await user.click(await screen.findByRole('combobox', { name: 'Products' }));
    await user.click(await screen.findByRole('option', { name: 'Course' }));
    await user.click(screen.getByRole('button', { name: 'Add metadata' }));
    await user.type(screen.getByLabelText('Key 1'), 'campaign');
    await user.type(screen.getByLabelText('Value 1'), 'spring');
    await user.click(screen.getByRole('button', { name: 'Create checkout link' }));
    await waitFor(() => expect(location.pathname).toBe(`/acme/checkout-links/${newsletter.id}`));
    expect(server.sentTo(create)[0]?.body).toEqual({
      payment_processor: 'stripe',
      label: 'Newsletter',
      products: [course.id],
      discount_id: null,
      allow_discount_codes: true,
      require_billing_address: false,
      success_url: null,
      metadata: { campaign: 'spring' },
    });
  });
});

describe('the products of a checkout link', () => {
  it('have their names, also those that are archived by now, and more are found by theirs', async () => {
    const other = { ...course, id: '01984e00-0000-7000-8000-0000000000f1', name: 'Zither lessons' };
    const { user, server } = renderRoute(`/acme/checkout-links/${newsletter.id}`, {
      answers: {
        ...around,
        'GET /billing/v1/products': reply(ProductPage, ({ query }) =>
          query.get('query') === 'zither' ? pageWith(other) : nothing,
        ),
        [`GET /billing/v1/products/${other.id}`]: reply(Product, other),
      },
    });
    await screen.findAllByText('Course');
    expect(screen.queryByText(course.id)).toBeNull();
    await user.type(screen.getByRole('combobox', { name: 'Products' }), 'zither');
    await user.click(await screen.findByRole('option', { name: 'Zither lessons' }));
    await user.clear(screen.getByRole('combobox', { name: 'Products' }));
    await user.type(screen.getByRole('combobox', { name: 'Products' }), 'x');
    await waitFor(() =>
      expect(server.sentTo('GET /billing/v1/products').at(-1)?.query.get('query')).toBe('x'),
    );
    expect(screen.getAllByText('Zither lessons').length).toBeGreaterThan(0);
  });
});

describe('what a checkout link can be made of', () => {
  const products = 'GET /billing/v1/products';

  it('is said to be away when it is, and asked for again where it is opened again', async () => {
    const { user, server } = renderRoute('/acme/checkout-links/new', {
      answers: { ...around, [list]: reply(CheckoutLinkPage, nothing), [products]: refusal(503) },
    });
    const field = await screen.findByRole('combobox', { name: 'Products' });
    await user.click(field);
    await screen.findByText(/^This part of Tessera is not available/);
    server.answer(products, ProductPage, pageWith(course));
    await user.keyboard('{Escape}');
    await user.click(field);
    await screen.findByRole('option', { name: 'Course' });
  });

  it('names a discount that is not among the first', async () => {
    renderRoute(`/acme/checkout-links/${newsletter.id}`, {
      answers: {
        ...around,
        [`GET ${one}`]: reply(CheckoutLink, { ...newsletter, discountId: early.id }),
        [`GET /billing/v1/discounts/${early.id}`]: reply(Discount, early),
      },
    });
    await screen.findByDisplayValue('Early birds');
  });

  it('offers no discount that has ended or is used up', async () => {
    const [ended, usedUp] = [
      { ...early, id: `${early.id.slice(0, -1)}8`, name: 'Last spring', endsAt: new Date('2026-01-01') },
      {
        ...early,
        id: `${early.id.slice(0, -1)}9`,
        name: 'First ten',
        maxRedemptions: 10,
        redemptionsCount: 10,
      },
    ];
    const { user } = renderRoute(`/acme/checkout-links/${newsletter.id}`, {
      answers: {
        ...around,
        'GET /billing/v1/discounts': reply(DiscountPage, pageWith(ended, early, usedUp)),
      },
    });
    await user.click(await screen.findByRole('combobox', { name: 'Discount' }));
    await screen.findByRole('option', { name: 'Early birds' });
    expect(screen.queryByRole('option', { name: /Last spring|First ten/ })).toBeNull();
  });
});

describe('a checkout link', () => {
  const open = async (answers: Record<string, Handler> = {}) => {
    const page = renderRoute(`/acme/checkout-links/${newsletter.id}`, {
      answers: {
        ...around,
        'GET /billing/v1/discounts': reply(DiscountPage, pageWith(launch)),
        [`GET /billing/v1/discounts/${launch.id}`]: reply(Discount, launch),
        [list]: reply(CheckoutLinkPage, nothing),
        [`PATCH ${one}`]: reply(CheckoutLink, newsletter, { takes: CheckoutLinkUpdate }),
        [`DELETE ${one}`]: done,
        ...answers,
      },
    });
    await screen.findByRole('heading', { name: 'Newsletter', level: 1 });
    return page;
  };

  it('shows what its visitors will see: what it sells first, and less the discount', async () => {
    const { user } = await open();
    const preview = within(await screen.findByRole('region', { name: 'What buyers see' }));
    await preview.findByText('Course');
    preview.getByText('$12.00');
    expect(preview.queryByText('25% off with Launch week')).toBeNull();
    await user.click(screen.getByRole('combobox', { name: 'Discount' }));
    await user.click(await screen.findByRole('option', { name: 'Launch week' }));
    await preview.findByText('25% off with Launch week');
  });

  it('shows that what it sells begins with a trial', async () => {
    const trial = { trialInterval: 'week', trialIntervalCount: 2 } as const;
    const monthly = { ...course, ...trial, isRecurring: true, recurringInterval: 'month' } as const;
    await open({ [`GET /billing/v1/products/${course.id}`]: reply(Product, monthly) });
    const preview = within(await screen.findByRole('region', { name: 'What buyers see' }));
    await preview.findByText('2 weeks free, then this price.');
    preview.getByText('Start free trial');
  });

  it('can be taken away as an address and as lines for a page', async () => {
    await open();
    expect(screen.getByLabelText('Checkout link')).toHaveProperty('value', newsletter.url);
    const snippet = screen.getByLabelText('Embed in your page') as HTMLTextAreaElement;
    expect(snippet.value).toContain(`href="${newsletter.url}" data-polar-checkout`);
    expect(snippet.value).toContain('src="http://localhost:3000/embed/checkout.js"');
  });

  it('is changed', async () => {
    const { user, server } = await open();
    await user.click(screen.getByRole('switch', { name: 'Buyers can enter discount codes' }));
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    await screen.findByText('Your changes were saved.');
    expect(server.sentTo(`PATCH ${one}`)[0]?.body).toEqual({ allow_discount_codes: false });
  });

  it('shows what somebody else has saved meanwhile, keeps what was typed, and sends that alone', async () => {
    const { user, server } = await open();
    const label = screen.getByLabelText('Label');
    await user.clear(label);
    await user.type(label, 'Spring');
    const theirs = {
      ...newsletter,
      label: 'Theirs',
      successUrl: 'https://acme.test/thanks',
      requireBillingAddress: !newsletter.requireBillingAddress,
    };
    server.answer(`GET ${one}`, CheckoutLink, theirs);
    fireEvent(window, new Event('focus'));
    await screen.findByDisplayValue('https://acme.test/thanks');
    expect(label).toHaveProperty('value', 'Spring');
    screen.getByText('You have unsaved changes.');
    server.answer(`PATCH ${one}`, CheckoutLink, { ...theirs, label: 'Spring' });
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    await screen.findByText('Your changes were saved.');
    expect(server.sentTo(`PATCH ${one}`)[0]?.body).toEqual({ label: 'Spring' });
    expect(screen.queryByText('You have unsaved changes.')).toBeNull();
  });

  it('shows what is there now, not what was kept since the page was last seen', async () => {
    const { router, server } = await open();
    await act(() => router.navigate('/acme/checkout-links'));
    await screen.findByRole('heading', { level: 1, name: 'Checkout links' });
    server.answer(`GET ${one}`, CheckoutLink, { ...newsletter, successUrl: 'https://acme.test/later' });
    moveDate(Date.now() + 60_000);
    await act(() => router.navigate(`/acme/checkout-links/${newsletter.id}`));
    await screen.findByDisplayValue('https://acme.test/later');
    expect(screen.queryByText('You have unsaved changes.')).toBeNull();
  });

  it('is deleted once it was said what is lost', async () => {
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete Newsletter?' }));
    dialog.getByText(/stops working everywhere/);
    await user.click(dialog.getByRole('button', { name: 'Delete checkout link' }));
    await waitFor(() => expect(location.pathname).toBe('/acme/checkout-links'));
  });
});
