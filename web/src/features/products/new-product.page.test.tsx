import { BenefitPage } from '@tessera/proto/api/billing/benefit';
import { CustomFieldPage } from '@tessera/proto/api/billing/custom-field';
import { OrderPage } from '@tessera/proto/api/billing/order';
import { Product, ProductCreate } from '@tessera/proto/api/billing/product';
import { screen, waitFor, within } from '@testing-library/react';
import { renderRoute } from '../../test/render-route.tsx';
import { course, nothing } from '../../test/sales.ts';
import { refusal, reply } from '../../test/server.ts';

const create = 'POST /billing/v1/products';
const open = async (answer = reply(Product, course, { takes: ProductCreate })) => {
  const page = renderRoute('/acme/products/new', {
    answers: {
      [create]: answer,
      'GET /billing/v1/benefits': reply(BenefitPage, nothing),
      'GET /billing/v1/custom-fields': reply(CustomFieldPage, nothing),
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

  it('shows what buyers will see while it is typed, and keeps the act in sight', async () => {
    const { user, name } = await open();
    expect(screen.queryByText('You have unsaved changes.')).toBeNull();
    await user.type(name, 'Course');
    await user.type(screen.getByLabelText('Amount'), '12');
    await user.type(screen.getByLabelText('Description'), 'Learn **fast** <b>now</b>');
    const preview = within(screen.getByRole('region', { name: 'What buyers see' }));
    preview.getByText('Course');
    preview.getByText('$12.00');
    expect(preview.getByText('fast').tagName).toBe('STRONG');
    preview.getByText(/<b>now<\/b>/);
    screen.getByText('You have unsaved changes.');
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
});
