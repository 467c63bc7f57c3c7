import { Benefit, BenefitPage } from '@tessera/proto/api/billing/benefit';
import {
  LicenseKeyPage,
  LicenseKeyRead,
  LicenseKeyUpdate,
  LicenseKeyWithActivations,
} from '@tessera/proto/api/billing/license-key';
import { screen, waitFor, within } from '@testing-library/react';
import { key } from '../../test/license-key.ts';
import { acme } from '../../test/people.ts';
import { renderRoute } from '../../test/render-route.tsx';
import { grace, nothing } from '../../test/sales.ts';
import { watchFiles } from '../../test/saved-files.ts';
import { done, refusal, reply } from '../../test/server.ts';

const benefit: Benefit = {
  id: '0197a000-0000-7000-8000-0000000000ab',
  createdAt: new Date('2026-06-15T12:00:00Z'),
  modifiedAt: null,
  type: 'license_keys',
  description: 'App license',
  selectable: true,
  deletable: true,
  organizationId: acme.id,
  metadata: {},
  properties: { prefix: 'ACME', expires: null, activations: null, limitUsage: 10 },
};

const device = {
  id: '0197a000-0000-7000-8000-0000000000ad',
  licenseKeyId: key.id,
  label: 'Ada’s laptop',
  meta: {},
  createdAt: new Date('2026-06-16T12:00:00Z'),
  modifiedAt: null,
};

const list = 'GET /billing/v1/license-keys';
const one = `/billing/v1/license-keys/${key.id}`;
const answers = {
  [list]: reply(LicenseKeyPage, { items: [key], pagination: { totalCount: 1, maxPage: 1 } }),
  'GET /billing/v1/benefits': reply(BenefitPage, {
    items: [benefit],
    pagination: { totalCount: 1, maxPage: 1 },
  }),
  [`GET /billing/v1/benefits/${benefit.id}`]: reply(Benefit, benefit),
  [`GET ${one}`]: reply(LicenseKeyWithActivations, { ...key, activations: [device] }),
  [`PATCH ${one}`]: reply(LicenseKeyRead, key, { takes: LicenseKeyUpdate }),
};

describe('the list of license keys', () => {
  it('shows whose they are and how much is used, and is narrowed by what one chooses', async () => {
    const { user, server } = renderRoute('/acme/license-keys', { answers });
    const link = await screen.findByRole('link', { name: new RegExp(grace.email) });
    const row = within(link.closest('tr') as HTMLElement);
    for (const text of ['****-E304DA', 'Active', '4 of 10']) row.getByText(text);
    await user.type(screen.getByRole('searchbox', { name: 'Key or customer' }), 'E304');
    await waitFor(() => expect(server.sentTo(list).at(-1)?.query.get('query')).toBe('E304'));
    screen.getByRole('link', { name: 'Export CSV' });
  });

  it('shows that a benefit narrows it whose name it does not know, and lets go of it', async () => {
    const far = '0197a000-0000-7000-8000-0000000000f7';
    const gone = { [`GET /billing/v1/benefits/${far}`]: refusal(404, {}) };
    const { user, server } = renderRoute(`/acme/license-keys?benefit=${far}`, {
      answers: { ...answers, ...gone },
    });
    await user.click(await screen.findByRole('button', { name: 'Remove the filter Benefit' }));
    await waitFor(() => expect(server.sentTo(list).at(-1)?.query.has('benefit_id')).toBe(false));
    expect(server.sentTo(list)[0]?.query.get('benefit_id')).toBe(far);
  });

  it('names the benefit that an address chose, without asking for all of them', async () => {
    const { user, server } = renderRoute(`/acme/license-keys?benefit=${benefit.id}`, { answers });
    await screen.findByRole('button', { name: 'Benefit: App license' });
    expect(server.sentTo('GET /billing/v1/benefits')).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Benefit: App license' }));
    const choice = await screen.findByRole('button', { name: 'App license' });
    expect(choice.getAttribute('aria-pressed')).toBe('true');
  });

  it('says what keys are where there are none', async () => {
    renderRoute('/acme/license-keys', { answers: { ...answers, [list]: reply(LicenseKeyPage, nothing) } });
    await screen.findByText('No license keys yet');
  });

  it('says that it could not be loaded, and tries again', async () => {
    renderRoute('/acme/license-keys', { answers: { ...answers, [list]: refusal(500, {}) } });
    await screen.findByRole('button', { name: 'Try again' });
  });
});

describe('a license key', () => {
  const open = async (more = {}) => {
    const page = renderRoute(`/acme/license-keys/${key.id}`, { answers: { ...answers, ...more } });
    await screen.findByRole('heading', { name: key.displayKey });
    return page;
  };

  it('is disabled by whoever says so twice', async () => {
    const { user, server } = await open();
    await user.click(screen.getByRole('button', { name: 'Disable' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Disable this key?' }));
    await user.click(dialog.getByRole('button', { name: 'Disable key' }));
    await waitFor(() => expect(server.sentTo(`PATCH ${one}`)[0]?.body).toEqual({ status: 'disabled' }));
    await screen.findByText('The key was disabled.');
  });

  it('shows large counts in the reader’s digits', async () => {
    const busy = { ...key, usage: 1234, limitUsage: 1_000_000, validations: 56_789, activations: [device] };
    await open({ [`GET ${one}`]: reply(LicenseKeyWithActivations, busy) });
    screen.getByText('1,234 of 1,000,000');
    screen.getByText('56,789');
  });

  it('has only those limits changed that were', async () => {
    const { user, server } = await open();
    const usage = screen.getByLabelText<HTMLInputElement>('Usage limit');
    await user.clear(usage);
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(server.sentTo(`PATCH ${one}`)[0]?.body).toEqual({ limit_usage: null }));
  });

  it('refuses what is no number', async () => {
    const { user, server } = await open();
    await user.type(screen.getByLabelText('Maximum devices'), 'x');
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    await waitFor(() =>
      expect(screen.getByLabelText('Maximum devices').getAttribute('aria-invalid')).toBe('true'),
    );
    expect(server.sentTo(`PATCH ${one}`)).toEqual([]);
  });

  it('names a device that has no label', async () => {
    const { user } = await open({
      [`GET ${one}`]: reply(LicenseKeyWithActivations, { ...key, activations: [{ ...device, label: ' ' }] }),
    });
    await screen.findByRole('cell', { name: 'Unnamed device' });
    await user.click(screen.getByRole('button', { name: 'Remove' }));
    await screen.findByRole('dialog', { name: 'Remove Unnamed device?' });
  });

  it('gives its devices away as a file', async () => {
    const files = watchFiles();
    const phone = { ...device, id: `${device.id.slice(0, -1)}e`, label: '=1+1', meta: { os: 'iOS' } };
    const { user } = await open({
      [`GET ${one}`]: reply(LicenseKeyWithActivations, { ...key, activations: [device, phone] }),
    });
    await user.click(screen.getByRole('button', { name: 'Export CSV' }));
    expect(files.names).toEqual([expect.stringMatching(/^license-key-activations-.+\.csv$/)]);
    const rest = `2026-06-16T12:00:00.000Z,${key.id}`;
    expect(await files.lines()).toEqual([
      'id,created_at,license_key_id,label,meta',
      `${device.id},${rest},Ada’s laptop,{}`,
      `${phone.id},${rest},'=1+1,"{""os"":""iOS""}"`,
    ]);
  });

  it('offers no file of devices where there are none', async () => {
    await open({ [`GET ${one}`]: reply(LicenseKeyWithActivations, { ...key, activations: [] }) });
    expect(screen.queryByRole('button', { name: 'Export CSV' })).toBeNull();
  });

  it('lets a device go', async () => {
    const removal = `DELETE ${one}/activations/${device.id}`;
    const { user, server } = await open({ [removal]: done });
    await user.click(screen.getByRole('button', { name: 'Remove' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove Ada’s laptop?' }));
    await user.click(dialog.getByRole('button', { name: 'Remove device' }));
    await waitFor(() => expect(server.sentTo(removal)).toHaveLength(1));
    await screen.findByText('Ada’s laptop was removed.');
  });
});
