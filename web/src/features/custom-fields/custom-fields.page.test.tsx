import {
  CustomField,
  CustomFieldCreate,
  CustomFieldPage,
  CustomFieldUpdate,
} from '@tessera/proto/api/billing/custom-field';
import { screen, waitFor, within } from '@testing-library/react';
import { speak } from '../../test/language.ts';
import { renderRoute } from '../../test/render-route.tsx';
import { nothing, pageWith } from '../../test/sales.ts';
import { company, size } from '../../test/selling.ts';
import { done, refusal, reply } from '../../test/server.ts';

const list = 'GET /billing/v1/custom-fields';
const create = 'POST /billing/v1/custom-fields';
const one = `/billing/v1/custom-fields/${company.id}`;

describe('the list of custom fields', () => {
  it('shows them, filters by the address, and can be taken away as a file', async () => {
    const { user, server } = renderRoute('/acme/custom-fields?type=select', {
      answers: { [list]: reply(CustomFieldPage, pageWith(size)) },
    });
    await screen.findByText('Shirt size');
    expect(server.sentTo(list)[0]?.query.get('type')).toBe('select');
    const file = new URL(
      screen.getByRole('link', { name: 'Export CSV' }).getAttribute('href') ?? '',
      'http://x',
    );
    expect(file.pathname).toBe('/api/billing/v1/custom-fields/export');
    expect(file.searchParams.get('type')).toBe('select');
    await user.type(screen.getByRole('searchbox', { name: 'Search custom fields' }), 'shirt');
    await waitFor(() => expect(location.search).toContain('query=shirt'));
  });

  it('says what they are for where there are none', async () => {
    renderRoute('/acme/custom-fields', { answers: { [list]: reply(CustomFieldPage, nothing) } });
    await screen.findByText('Create your first custom field');
    expect(screen.queryByRole('searchbox')).toBeNull();
    expect(screen.queryByRole('link', { name: 'Export CSV' })).toBeNull();
  });
});

describe('the form of a new custom field', () => {
  const open = async (answer = reply(CustomField, company, { takes: CustomFieldCreate })) => {
    const page = renderRoute('/acme/custom-fields/new', {
      answers: { [create]: answer, [list]: reply(CustomFieldPage, pageWith(company)) },
    });
    const name = await screen.findByLabelText('Name');
    const save = () => page.user.click(screen.getByRole('button', { name: 'Create custom field' }));
    return { ...page, name, save };
  };

  it('shows what buyers will see, and sends what was filled in', async () => {
    const { user, name, save, server } = await open();
    await user.type(name, 'Your Company Ü');
    expect(screen.getByLabelText('Slug')).toHaveProperty('value', 'your-company-u');
    await user.type(screen.getByLabelText('Maximum characters'), '80');
    await user.click(screen.getByRole('button', { name: 'Add metadata' }));
    await user.type(screen.getByLabelText('Key 1'), 'system');
    await user.type(screen.getByLabelText('Value 1'), 'crm');
    const preview = within(screen.getByRole('region', { name: 'Preview' }));
    preview.getByRole('textbox', { name: 'Your Company Ü' });
    await save();
    await waitFor(() => expect(location.pathname).toBe('/acme/custom-fields'));
    expect(server.sentTo(create)[0]?.body).toMatchObject({
      type: 'text',
      name: 'Your Company Ü',
      slug: 'your-company-u',
      properties: { max_length: 80 },
      metadata: { system: 'crm' },
    });
  });

  it('begins a selection with an option, and says what it lacks where it is lacking', async () => {
    const { user, name, save, server } = await open();
    await user.type(name, 'Shirt size');
    await user.click(screen.getByRole('combobox', { name: 'Type' }));
    await user.click(await screen.findByRole('option', { name: 'Dropdown' }));
    const label = await screen.findByLabelText('Label of option 1');
    // Not below what is optional.
    within(screen.getByRole('region', { name: 'Custom field' })).getByLabelText('Label of option 1');
    await save();
    await screen.findByText('Enter a label.');
    expect(label.getAttribute('aria-invalid')).toBe('true');
    await user.click(screen.getByRole('button', { name: 'Remove option 1' }));
    await save();
    await screen.findByText('Add at least one option.');
    expect(server.sentTo(create)).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Add option' }));
    await user.type(screen.getByLabelText('Label of option 1'), 'Small');
    await save();
    await waitFor(() => expect(server.sentTo(create)).toHaveLength(1));
    expect(server.sentTo(create)[0]?.body).toMatchObject({
      type: 'select',
      properties: { options: [{ value: 'Small', label: 'Small' }] },
    });
  });

  it('says of a latest date that it is before the earliest', async () => {
    const { user, name, save, server } = await open();
    await user.type(name, 'Needed by');
    await user.click(screen.getByRole('combobox', { name: 'Type' }));
    await user.click(await screen.findByRole('option', { name: 'Date' }));
    await user.type(await screen.findByLabelText('Earliest date'), '2027-01-10');
    await user.type(screen.getByLabelText('Latest date'), '2027-01-05');
    await save();
    await screen.findByText('Must not be before the earliest date.');
    expect(server.sentTo(create)).toEqual([]);
  });

  it('puts what is missing and what the server refuses beside its field', async () => {
    const { user, name, save, server } = await open(
      refusal(422, {
        error: 'RequestValidationError',
        detail: [
          { loc: ['body', 'slug'], msg: 'Custom field with this slug already exists.', type: 'value_error' },
        ],
      }),
    );
    await save();
    expect((await screen.findAllByText('This is required.')).length).toBeGreaterThan(0);
    expect(server.sentTo(create)).toEqual([]);
    await user.type(name, 'Company');
    await save();
    await screen.findByText('Custom field with this slug already exists.');
  });
});

describe('the form of a new custom field in German', () => {
  beforeEach(() => speak('de-DE'));
  afterEach(() => speak('en-US'));

  it('reads bounds with thousands, and says what is no whole number', async () => {
    const { user, server } = renderRoute('/acme/custom-fields/new', {
      answers: {
        [create]: reply(CustomField, company, { takes: CustomFieldCreate }),
        [list]: reply(CustomFieldPage, nothing),
      },
    });
    await user.type(await screen.findByLabelText('Name'), 'Budget');
    await user.click(screen.getByRole('combobox', { name: 'Art' }));
    await user.click(await screen.findByRole('option', { name: 'Zahl' }));
    await user.type(screen.getByLabelText('Kleinste Zahl'), '-1.000');
    await user.type(screen.getByLabelText('Größte Zahl'), '1.00');
    await user.click(screen.getByRole('button', { name: 'Eigenes Feld anlegen' }));
    await screen.findByText('Bitte eine ganze Zahl eingeben.');
    await user.type(screen.getByLabelText('Größte Zahl'), '0');
    await user.click(screen.getByRole('button', { name: 'Eigenes Feld anlegen' }));
    await waitFor(() => expect(server.sentTo(create)).toHaveLength(1));
    expect(server.sentTo(create)[0]?.body).toMatchObject({ properties: { ge: -1000, le: 1000 } });
  });
});

describe('a custom field', () => {
  const open = async () => {
    const page = renderRoute(`/acme/custom-fields/${company.id}`, {
      answers: {
        [list]: reply(CustomFieldPage, nothing),
        [`GET ${one}`]: reply(CustomField, company),
        [`PATCH ${one}`]: reply(CustomField, company, { takes: CustomFieldUpdate }),
        [`DELETE ${one}`]: done,
      },
    });
    await screen.findByRole('heading', { name: 'Company', level: 1 });
    return page;
  };

  it('is changed, but not its type', async () => {
    const { user, server } = await open();
    expect(screen.getByRole('combobox', { name: 'Type' })).toHaveProperty('disabled', true);
    await user.type(screen.getByLabelText('Help text'), 'As on the invoice');
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    const notice = await screen.findByText('Your changes were saved.');
    // Read out without interrupting.
    expect(notice.closest('[aria-live]')?.getAttribute('aria-live')).toBe('polite');
    expect(server.sentTo(`PATCH ${one}`)[0]?.body).toMatchObject({
      type: 'text',
      properties: { form_label: 'Your company', form_help_text: 'As on the invoice', max_length: 80 },
    });
  });

  it('is deleted once it was said what is lost', async () => {
    const { user, server } = await open();
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete Company?' }));
    dialog.getByText(/stay with their orders/);
    await user.click(dialog.getByRole('button', { name: 'Delete custom field' }));
    await waitFor(() => expect(location.pathname).toBe('/acme/custom-fields'));
    expect(server.sentTo(`DELETE ${one}`)).toHaveLength(1);
  });
});
