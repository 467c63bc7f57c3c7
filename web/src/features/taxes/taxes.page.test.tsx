import { SellerDetails, SellerDetailsUpdate } from '@tessera/proto/api/billing/seller';
import { TaxRegistration, TaxRegistrationPage, TaxRegistrationUpdate } from '@tessera/proto/api/billing/tax';
import { screen, waitFor, within } from '@testing-library/react';
import { acme } from '../../test/people.ts';
import { renderRoute } from '../../test/render-route.tsx';
import { nothing, pageWith } from '../../test/sales.ts';
import { watchFiles } from '../../test/saved-files.ts';
import { done, type Handler, refusal, reply } from '../../test/server.ts';

const list = 'GET /billing/v1/tax-registrations';
const create = 'POST /billing/v1/tax-registrations';
const details = 'GET /billing/v1/seller-details';
const edit = 'PATCH /billing/v1/seller-details';

const now = new Date('2026-06-15T12:00:00Z');
const germany = {
  id: '0197a000-0000-7000-8000-0000000000e1',
  createdAt: now,
  modifiedAt: null,
  organizationId: acme.id,
  country: 'DE',
  state: null,
  scheme: 'standard' as const,
  taxNumber: 'DE136695976',
  validFrom: now,
  validUntil: null,
  percentage: '19',
};
const nobody = {
  organizationId: acme.id,
  modifiedAt: null,
  legalName: null,
  address: null,
  taxId: null,
  invoicePrefix: 'ACME',
};

const open = (answers: Record<string, Handler> = {}) =>
  renderRoute('/acme/settings/taxes', {
    answers: {
      [list]: reply(TaxRegistrationPage, pageWith(germany)),
      [details]: reply(SellerDetails, nobody),
      ...answers,
    },
  });

describe('the tax settings', () => {
  it('say where tax is collected, at which rate', async () => {
    open();
    const table = within(await screen.findByRole('table', { name: 'Registrations' }));
    await table.findByText('19%');
    table.getByText('DE136695976');
  });

  it('show all at once, so that nothing moves when the registrations come', async () => {
    const late = Promise.withResolvers<void>();
    const answer = reply(TaxRegistrationPage, pageWith(germany));
    const { server } = open({ [list]: (sent) => late.promise.then(() => answer(sent)) });
    await waitFor(() => expect(server.sentTo(details)).toHaveLength(1));
    expect(screen.queryByLabelText('Legal name')).toBeNull();
    late.resolve();
    await screen.findByText('19%');
    screen.getByLabelText('Legal name');
  });

  it('say that nothing is collected by who is registered nowhere', async () => {
    open({ [list]: reply(TaxRegistrationPage, nothing) });
    await screen.findByText('You are not registered anywhere');
  });

  it('ask for the country of a new registration', async () => {
    const { user, server } = open();
    await user.click(await screen.findByRole('button', { name: 'Add registration' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Add registration' }));
    await dialog.findByText('This is required.');
    expect(server.sentTo(create)).toEqual([]);
  });

  it('keep the country that is chosen a second time', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Add registration' }));
    const country = within(await screen.findByRole('dialog')).getByRole('combobox', { name: 'Country' });
    for (const time of ['first', 'second']) {
      await user.click(country);
      await user.click(await screen.findByRole('option', { name: 'Norway' }));
      expect([time, (country as HTMLInputElement).value]).toEqual([time, 'Norway']);
    }
  });

  it('are made for a state that is found by its name or its code', async () => {
    const { user, server } = open({ [create]: reply(TaxRegistration, germany) });
    await user.click(await screen.findByRole('button', { name: 'Add registration' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('combobox', { name: 'Country' }));
    await user.keyboard('united states{Enter}');
    const state = await dialog.findByRole('combobox', { name: 'State' });
    await user.click(state);
    await user.keyboard('(NY){Enter}');
    await user.click(state);
    await user.keyboard('calif{Enter}');
    await user.click(dialog.getByRole('button', { name: 'Add registration' }));
    await waitFor(() => expect(server.sentTo(create)[0]?.body).toMatchObject({ country: 'US', state: 'CA' }));
  });

  it('are offered in no state that has no tax of its own', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Add registration' }));
    const dialog = within(await screen.findByRole('dialog'));
    const offered = async (country: string): Promise<(string | null)[]> => {
      await user.click(dialog.getByRole('combobox', { name: 'Country' }));
      await user.keyboard(`${country}{Enter}`);
      await user.click(await dialog.findByRole('combobox', { name: 'State' }));
      const options = await screen.findAllByRole('option');
      await user.keyboard('{Escape}');
      return options.map(({ textContent }) => textContent);
    };
    const inStates = await offered('united states');
    expect(inStates).toHaveLength(46);
    for (const name of ['Alaska (AK)', 'Delaware (DE)', 'Montana (MT)', 'New Hampshire (NH)', 'Oregon (OR)'])
      expect(inStates).not.toContain(name);
  });

  it('show what the server refuses beside its field', async () => {
    const refused = refusal(422, {
      error: 'RequestValidationError',
      detail: [{ type: 'value_error', loc: ['body', 'tax_id'], msg: 'Invalid tax ID.' }],
    });
    const { user } = open({ [edit]: refused });
    await user.type(await screen.findByLabelText('Tax ID'), 'DE1');
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    await screen.findByText('Invalid tax ID.');
  });

  it('let number and days of a registration be put right, and send what was changed', async () => {
    const change = `PATCH /billing/v1/tax-registrations/${germany.id}`;
    const { user, server } = open({
      [change]: reply(TaxRegistration, germany, { takes: TaxRegistrationUpdate }),
    });
    await user.click(await screen.findByRole('button', { name: 'Edit Germany' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Germany' }));
    const lastDay = dialog.getByLabelText('Last day');
    await user.type(lastDay, '2026-12-31');
    await user.click(dialog.getByRole('button', { name: 'Save changes' }));
    await waitFor(() =>
      expect(server.sentTo(change)[0]?.body).toEqual({
        valid_until: new Date('2027-01-01T00:00').toISOString(),
      }),
    );
  });

  it('show a last day that the server refuses beside it', async () => {
    const change = `PATCH /billing/v1/tax-registrations/${germany.id}`;
    const refused = refusal(422, {
      error: 'RequestValidationError',
      detail: [{ type: 'value_error', loc: ['body', 'valid_until'], msg: 'Must be after valid_from' }],
    });
    const { user } = open({ [change]: refused });
    await user.click(await screen.findByRole('button', { name: 'Edit Germany' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText('Last day'), '2020-01-01');
    await user.click(dialog.getByRole('button', { name: 'Save changes' }));
    await dialog.findByText('The last day must not be before the first.');
  });

  it('say of each registration since when or until when it is in force', async () => {
    const ended = { ...germany, id: acme.id, country: 'FR', validUntil: new Date('2026-06-10T12:00:00Z') };
    const toCome = {
      ...germany,
      id: '0197a000-0000-7000-8000-0000000000e3',
      country: 'IT',
      validFrom: new Date('2999-01-01T12:00:00Z'),
    };
    open({ [list]: reply(TaxRegistrationPage, pageWith<TaxRegistration>(germany, ended, toCome)) });
    await screen.findByText('since Jun 15, 2026');
    screen.getByText('ended Jun 10, 2026');
    screen.getByText('from Jan 1, 2999');
  });

  it('ask once before a registration is removed', async () => {
    const remove = `DELETE /billing/v1/tax-registrations/${germany.id}`;
    const { user, server } = open({ [remove]: done });
    await user.click(await screen.findByRole('button', { name: 'Remove Germany' }));
    await user.click(await screen.findByRole('button', { name: 'Remove registration' }));
    await waitFor(() => expect(server.sentTo(remove)).toHaveLength(1));
  });

  it('keep who sells for invoices', async () => {
    const kept = { ...nobody, legalName: 'Acme Ltd' };
    const { user, server } = open({
      [edit]: reply(SellerDetails, kept, { takes: SellerDetailsUpdate }),
    });
    await user.type(await screen.findByLabelText('Legal name'), 'Acme Ltd');
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    await waitFor(() =>
      expect(server.sentTo(edit)[0]?.body).toEqual({ legal_name: 'Acme Ltd', organization_id: acme.id }),
    );
  });

  it('keep what order numbers begin with, and say what is wrong with it beside it', async () => {
    const { user, server } = open({
      [edit]: reply(SellerDetails, { ...nobody, invoicePrefix: 'NORTH' }, { takes: SellerDetailsUpdate }),
    });
    const field = await screen.findByLabelText('Order number prefix');
    await user.clear(field);
    await user.type(field, 'a b');
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    await screen.findByText('Use 1 to 12 letters, digits and hyphens.');
    await user.clear(field);
    await user.type(field, 'north');
    screen.getByText(/NORTH-0042/);
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(server.sentTo(edit)[0]?.body).toMatchObject({ invoice_prefix: 'north' }));
    await waitFor(() => expect(field).toHaveProperty('value', 'NORTH'));
  });
});

describe('a seller in the European Union', () => {
  const berlin = { line1: 'Torstraße 1', line2: null, postalCode: '10119', city: 'Berlin', state: null };
  const german: SellerDetails = { ...nobody, address: { ...berlin, country: 'DE' }, taxId: 'DE136695976' };
  const texts = () => screen.queryAllByRole('note').map(({ textContent }) => textContent);

  it('says that it is a small business, and what else invoices say', async () => {
    const kept = { ...german, isSmallBusiness: true, invoiceNote: 'HRB 1' };
    const { user, server } = open({
      [list]: reply(TaxRegistrationPage, nothing),
      [details]: reply(SellerDetails, german),
      [edit]: reply(SellerDetails, kept, { takes: SellerDetailsUpdate }),
    });
    await user.click(await screen.findByLabelText('Small business without VAT'));
    await user.type(screen.getByLabelText('Text at the end of invoices'), 'HRB 1');
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    await waitFor(() =>
      expect(server.sentTo(edit)[0]?.body).toEqual({
        is_small_business: true,
        invoice_note: 'HRB 1',
        organization_id: acme.id,
      }),
    );
    expect(texts()).toEqual([]);
  });

  it('is no small business of a country outside', async () => {
    open({
      [details]: reply(SellerDetails, { ...german, address: { ...berlin, country: 'CH' }, taxId: null }),
    });
    await screen.findByLabelText('Legal name');
    expect(screen.queryByLabelText('Small business without VAT')).toBeNull();
  });

  it.each([
    ['without one', null, 1],
    ['with a number for other purposes', '2181508150', 1],
    ['with one', 'DE136695976', 0],
    ['with one of Greece', 'EL123456789', 0],
  ])('is told that invoices need its VAT number: %s', async (_name, taxId, count) => {
    open({ [details]: reply(SellerDetails, { ...german, taxId }) });
    await screen.findByLabelText('Legal name');
    expect(texts().filter((text) => text?.includes('show no VAT number'))).toHaveLength(count);
  });

  it('is not told so where it collects no tax in the Union', async () => {
    const swiss = { ...germany, country: 'CH' };
    const ended = { ...germany, id: acme.id, validUntil: new Date('2026-06-10T12:00:00Z') };
    open({ [list]: reply(TaxRegistrationPage, pageWith<TaxRegistration>(swiss, ended)) });
    await screen.findByLabelText('Legal name');
    expect(texts()).toEqual([]);
  });

  it('is told that it is registered where it is exempt', async () => {
    open({ [details]: reply(SellerDetails, { ...german, isSmallBusiness: true }) });
    await screen.findByLabelText('Legal name');
    expect(texts()).toEqual([expect.stringContaining('no VAT is collected in Germany')]);
  });
});

describe('taking registrations away as a file', () => {
  it('has places as codes and rates as numbers', async () => {
    const files = watchFiles();
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Export CSV' }));
    await waitFor(() => expect(files.names).toHaveLength(1));
    const at = now.toISOString();
    expect(await files.lines()).toEqual([
      'id,created_at,country,state,scheme,percentage,tax_number,valid_from,valid_until',
      `${germany.id},${at},DE,,standard,19,DE136695976,${at},`,
    ]);
  });
});
