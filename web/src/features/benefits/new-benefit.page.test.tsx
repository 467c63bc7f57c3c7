import { Benefit, BenefitCreate, BenefitPage } from '@tessera/proto/api/billing/benefit';
import { BenefitGrantPage } from '@tessera/proto/api/billing/benefit-grant';
import { Integrations } from '@tessera/proto/api/billing/integration';
import { MeterPage } from '@tessera/proto/api/billing/meter';
import { screen, waitFor } from '@testing-library/react';
import { announceSession } from '../../api/account/session-broadcast.ts';
import { acme, ada, signIn } from '../../test/people.ts';
import { renderRoute } from '../../test/render-route.tsx';
import { reply } from '../../test/server.ts';

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

const nothing = { items: [], pagination: { totalCount: 0, maxPage: 1 } };

const integrations = { discord: { isOffered: false }, github: { isOffered: false, installUrl: null } };

const open = async () => {
  const page = renderRoute('/acme/benefits/new', {
    answers: {
      'GET /billing/v1/integrations': reply(Integrations, integrations),
      'GET /billing/v1/benefits': reply(BenefitPage, nothing),
      'GET /billing/v1/meters': reply(MeterPage, nothing),
      'POST /billing/v1/benefits': reply(Benefit, chat, { takes: BenefitCreate }),
      [`GET /billing/v1/benefits/${chat.id}`]: reply(Benefit, chat),
      [`GET /billing/v1/benefits/${chat.id}/grants`]: reply(BenefitGrantPage, nothing),
    },
  });
  const name = await screen.findByLabelText<HTMLInputElement>('Description');
  return { ...page, name };
};

/** Whether closing the page now would be asked about. */
const isHeld = (): boolean => {
  const closing = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(closing);
  return closing.defaultPrevented;
};

const click = async (user: ReturnType<typeof renderRoute>['user'], name: string) =>
  user.click(await screen.findByRole('button', { name }));

describe('a form with something unsaved', () => {
  it('is left only by whoever says so', async () => {
    const { user, name } = await open();
    expect(isHeld()).toBe(false);
    await user.type(name, 'Our chat');
    expect(isHeld()).toBe(true);
    await user.click(screen.getByRole('link', { name: 'Orders' }));
    await screen.findByText('Leave without saving?');
    await click(user, 'Stay');
    await waitFor(() => expect(screen.queryByText('Leave without saving?')).toBeNull());
    expect(location.pathname).toBe('/acme/benefits/new');
    expect(name.value).toBe('Our chat');
    await click(user, 'Cancel');
    await screen.findByText('Leave without saving?');
    await click(user, 'Leave');
    await waitFor(() => expect(location.pathname).toBe('/acme/benefits'));
    await waitFor(() => expect(isHeld()).toBe(false));
  });

  it('is left without a question when nothing was typed, and when it was saved', async () => {
    const { user, name } = await open();
    await user.type(name, 'x');
    await user.clear(name);
    expect(isHeld()).toBe(false);
    await user.type(name, 'Our chat');
    await click(user, 'Create benefit');
    await waitFor(() => expect(location.pathname).toBe('/acme/benefits'));
    expect(screen.queryByText('Leave without saving?')).toBeNull();
    await waitFor(() => expect(isHeld()).toBe(false));
  });
});

describe('a form whose session ends', () => {
  const end = async () => {
    const page = await open();
    const { server, user, name } = page;
    await user.type(name, 'Our chat');
    server.refuse('POST /billing/v1/benefits', 401, { error: 'Unauthorized', detail: 'Signed out.' });
    await click(user, 'Create benefit');
    await screen.findByText('Your session has ended. Sign in to continue where you left off.');
    server.answer('POST /billing/v1/benefits', Benefit, chat);
    return page;
  };

  it('is there again, with what was typed, when one has signed in on the spot', async () => {
    const { server, user, name } = await end();
    server.on('POST /auth/sign-in/email', () => ({ status: 200, body: {} }));
    expect(screen.getByLabelText<HTMLInputElement>('E-mail or username').value).toBe(ada.user.email);
    await user.type(screen.getByLabelText('Password'), 'correct horse battery');
    await click(user, 'Sign in');
    await waitFor(() => expect(screen.queryByLabelText('Password')).toBeNull());
    expect(server.sentTo('POST /auth/sign-in/email')[0]?.body).toMatchObject({ email: ada.user.email });
    expect(name.value).toBe('Our chat');
    await click(user, 'Create benefit');
    await waitFor(() => expect(location.pathname).toBe('/acme/benefits'));
  });

  it('is there again when one has signed in in another window', async () => {
    const { name } = await end();
    announceSession('another window');
    await waitFor(() => expect(screen.queryByLabelText('Password')).toBeNull());
    expect(name.value).toBe('Our chat');
  });

  it('is not shown while nobody is signed in', async () => {
    const { server, name } = await end();
    signIn(server, null);
    window.dispatchEvent(new Event('focus'));
    await waitFor(() => expect(server.sentTo('GET /auth/get-session').length).toBeGreaterThan(1));
    expect(name.closest('[style*="none"]')).not.toBeNull();
    screen.getByLabelText('Password');
  });
});

describe('kinds on other platforms', () => {
  it('are not offered where nobody has set them up', async () => {
    const { user } = await open();
    await user.click(screen.getByRole('combobox', { name: 'Type' }));
    await screen.findByRole('option', { name: 'License key' });
    expect(screen.queryByRole('option', { name: 'Discord role' })).toBeNull();
  });
});

describe('a benefit of credits', () => {
  it('says where meters come from while there are none', async () => {
    const { user } = await open();
    await user.click(screen.getByRole('combobox', { name: 'Type' }));
    await user.click(await screen.findByRole('option', { name: 'Credits' }));
    const link = await screen.findByRole('link', { name: 'Create a meter' });
    expect(link.getAttribute('href')).toBe('/acme/meters/new');
    expect(link.getAttribute('target')).toBe('_blank');
  });
});

describe('a benefit of license keys', () => {
  it('is asked for as it was typed, without what was left empty', async () => {
    const { user, name, server } = await open();
    await user.type(name, 'App license');
    await user.click(screen.getByRole('combobox', { name: 'Type' }));
    await user.click(await screen.findByRole('option', { name: 'License key' }));
    await user.type(await screen.findByLabelText('Prefix'), 'acme');
    await user.type(screen.getByLabelText('Valid for'), '2');
    await user.type(screen.getByLabelText('Devices per key'), '3');
    await click(user, 'Create benefit');
    await waitFor(() =>
      expect(server.sentTo('POST /billing/v1/benefits')[0]?.body).toEqual({
        type: 'license_keys',
        description: 'App license',
        organization_id: acme.id,
        properties: {
          prefix: 'acme',
          expires: { ttl: 2, timeframe: 'year' },
          activations: { limit: 3, enable_customer_admin: true },
          limit_usage: null,
        },
      }),
    );
  });

  it('says beside the field what is no number', async () => {
    const { user, name, server } = await open();
    await user.type(name, 'App license');
    await user.click(screen.getByRole('combobox', { name: 'Type' }));
    await user.click(await screen.findByRole('option', { name: 'License key' }));
    await user.type(await screen.findByLabelText('Devices per key'), '51');
    await click(user, 'Create benefit');
    await waitFor(() =>
      expect(screen.getByLabelText('Devices per key').getAttribute('aria-invalid')).toBe('true'),
    );
    expect(server.sentTo('POST /billing/v1/benefits')).toEqual([]);
  });
});
