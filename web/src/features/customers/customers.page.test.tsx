import { Customer, CustomerPage } from '@tessera/proto/api/billing/customer';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { pageOfGrace } from '../../test/customer.ts';
import { acme } from '../../test/people.ts';
import { renderRoute } from '../../test/render-route.tsx';
import { grace, pageWith } from '../../test/sales.ts';
import { refusal, reply } from '../../test/server.ts';

const open = async (path: string) => {
  const page = renderRoute(path, {
    answers: {
      'GET /billing/v1/customers': reply(CustomerPage, pageWith(grace)),
    },
  });
  const box = await screen.findByRole<HTMLInputElement>('searchbox');
  return { ...page, box };
};

describe('the search box of a list', () => {
  it('is filled from the address', async () => {
    const { box, server } = await open('/acme/customers?query=grace');
    expect(box.value).toBe('grace');
    await waitFor(() =>
      expect(server.sentTo('GET /billing/v1/customers').at(-1)?.query.get('query')).toBe('grace'),
    );
  });

  it('writes into the address what one types, once one pauses', async () => {
    const { box, user, server } = await open('/acme/customers');
    await user.type(box, 'ada');
    await waitFor(() => expect(location.search).toBe('?query=ada'));
    expect(box.value).toBe('ada');
    await waitFor(() =>
      expect(server.sentTo('GET /billing/v1/customers').map(({ query }) => query.get('query'))).toEqual([
        null,
        'ada',
      ]),
    );
  });

  it('follows the address: back, and a link to the list as a whole', async () => {
    const { box, router } = await open('/acme/customers?query=grace');
    await router.navigate('/acme/customers?query=ada');
    await waitFor(() => expect(box.value).toBe('ada'));
    await router.navigate(-1);
    await waitFor(() => expect(box.value).toBe('grace'));
    await router.navigate('/acme/customers');
    await waitFor(() => expect(box.value).toBe(''));
  });

  it('gives up what was just typed when one goes elsewhere', async () => {
    const { box, router, user, server } = await open('/acme/customers?query=grace');
    // In one go: a slow machine must not pause between the two for as long as the box waits for the next key.
    fireEvent.change(box, { target: { value: 'gracex' } });
    await act(() => router.navigate('/acme/customers'));
    await waitFor(() => expect(box.value).toBe(''));
    // What is typed next is what is searched for: had the other waited on, it would have come first.
    await user.type(box, 'ada');
    await waitFor(() => expect(location.search).toBe('?query=ada'));
    const searched = () => server.sentTo('GET /billing/v1/customers').map(({ query }) => query.get('query'));
    await waitFor(() => expect(searched()).toContain('ada'));
    expect(searched()).not.toContain('gracex');
  });
});

describe('the list of customers', () => {
  it('is taken away as a file of the server, by what is searched for', async () => {
    await open('/acme/customers?query=grace');
    const file = new URL(screen.getByRole<HTMLAnchorElement>('link', { name: 'Export CSV' }).href);
    expect(file.pathname).toBe('/api/billing/v1/customers/export');
    expect(Object.fromEntries(file.searchParams)).toEqual({ organization_id: acme.id, query: 'grace' });
  });
});

describe('a new customer', () => {
  it('is made before they buy, and shown then', async () => {
    const { user, server } = renderRoute('/acme/customers/new', {
      answers: { ...pageOfGrace, 'POST /billing/v1/customers': reply(Customer, grace) },
    });
    await user.type(await screen.findByLabelText('E-mail'), ' grace@example.com ');
    await user.type(screen.getByLabelText('Name'), 'Grace');
    await user.type(screen.getByLabelText('External ID'), 'crm-7');
    await user.click(screen.getByRole('button', { name: 'Add metadata' }));
    await user.type(screen.getByLabelText('Key 1'), 'plan');
    await user.type(screen.getByLabelText('Value 1'), 'pro');
    await user.click(screen.getByRole('button', { name: 'Create customer' }));
    await screen.findByRole('heading', { name: 'Grace' });
    expect(location.pathname).toBe(`/acme/customers/${grace.id}`);
    expect(server.sentTo('POST /billing/v1/customers').map(({ body }) => body)).toEqual([
      {
        email: 'grace@example.com',
        name: 'Grace',
        external_id: 'crm-7',
        billing_address: null,
        metadata: { plan: 'pro' },
        organization_id: acme.id,
      },
    ]);
  });

  it('has a tax id that is read in their country, and is told where it is none there', async () => {
    const detail = [{ loc: ['body', 'tax_number'], msg: 'Invalid tax ID.', type: 'value_error' }];
    const { user, server } = renderRoute('/acme/customers/new', {
      answers: {
        'POST /billing/v1/customers': refusal(422, { error: 'RequestValidationError', detail }),
      },
    });
    await user.type(await screen.findByLabelText('E-mail'), 'grace@example.com');
    const field = screen.getByLabelText('Tax ID');
    await user.type(field, ' DE1 ');
    await user.click(screen.getByRole('button', { name: 'Create customer' }));
    await screen.findByText('Invalid tax ID.');
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(server.sentTo('POST /billing/v1/customers')[0]?.body).toMatchObject({ tax_number: 'DE1' });
  });

  it('is asked for an address to write to, and for the country of a billing address', async () => {
    const { user, server } = renderRoute('/acme/customers/new');
    await user.type(await screen.findByLabelText('City'), 'Berlin');
    await user.click(screen.getByRole('button', { name: 'Create customer' }));
    await waitFor(() => expect(screen.getByLabelText('E-mail').getAttribute('aria-invalid')).toBe('true'));
    expect(screen.getByRole('combobox', { name: 'Country' }).getAttribute('aria-invalid')).toBe('true');
    expect(server.sentTo('POST /billing/v1/customers')).toEqual([]);
  });

  it('is named beside the field where the address belongs to somebody already', async () => {
    const { user } = renderRoute('/acme/customers/new', {
      answers: {
        'POST /billing/v1/customers': refusal(422, {
          error: 'RequestValidationError',
          detail: [
            {
              type: 'value_error',
              loc: ['body', 'email'],
              msg: 'A customer with this email address already exists.',
            },
          ],
        }),
      },
    });
    await user.type(await screen.findByLabelText('E-mail'), 'grace@example.com');
    await user.click(screen.getByRole('button', { name: 'Create customer' }));
    await screen.findByText('A customer with this email address already exists.');
    expect(screen.getByLabelText('E-mail').getAttribute('aria-invalid')).toBe('true');
  });
});
