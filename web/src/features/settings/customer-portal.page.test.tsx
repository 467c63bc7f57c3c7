import { Organization } from '@tessera/proto/api/billing/organization';
import { ClockOffset } from '@tessera/proto/api/clock';
import { PublicOptions } from '@tessera/proto/api/identity/public-options';
import { screen, waitFor } from '@testing-library/react';
import { acme, acmeProfile, options } from '../../test/people.ts';
import { renderRoute } from '../../test/render-route.tsx';
import { reply } from '../../test/server.ts';

const one = `/billing/v1/organizations/${acme.id}`;
const settings = acmeProfile.customerPortalSettings;

describe('the pages of customers', () => {
  const open = () =>
    renderRoute('/acme/settings/portal', { answers: { [`GET ${one}`]: reply(Organization, acmeProfile) } });

  it('show what the seller chooses, and let customers do what the seller allows', async () => {
    const { user, server } = open();
    await user.click(await screen.findByLabelText('Usage and credits'));
    await user.click(screen.getByRole('switch', { name: /^Pause subscriptions/ }));
    await user.click(screen.getByLabelText('A pause of a few months'));
    await user.clear(screen.getByLabelText('Months without payment'));
    await user.type(screen.getByLabelText('Months without payment'), '2');
    server.answer(`PATCH ${one}`, Organization, {
      ...acmeProfile,
      customerPortalSettings: {
        ...settings,
        usage: { show: false },
        subscription: { allowPause: true, cancellationOffer: { type: 'pause', months: 2 } },
      },
    });
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    await waitFor(() =>
      expect(server.sentTo(`PATCH ${one}`)[0]?.body).toEqual({
        customer_portal_settings: {
          usage: { show: false },
          subscription: { allow_pause: true, cancellation_offer: { type: 'pause', months: 2 } },
        },
      }),
    );
  });

  it('offer no pause of a length that was not meant', async () => {
    const { user, server } = open();
    await user.click(await screen.findByLabelText('A pause of a few months'));
    const months = screen.getByLabelText('Months without payment');
    await user.clear(months);
    await user.type(months, '0');
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    await screen.findByText('Must be at least 1.');
    expect(months).toHaveProperty('value', '0');
    expect(server.sentTo(`PATCH ${one}`)).toEqual([]);
  });

  it('open in another tab', async () => {
    open();
    const link = await screen.findByRole('link', { name: 'Open the portal' });
    expect(link.getAttribute('href')).toBe('/portal/acme');
  });
});

describe('the time machine', () => {
  const movable = { ...options, isClockMovable: true };

  it('goes on day by day, with the session of whoever moves it', async () => {
    const { user, server } = renderRoute('/acme/settings/time-machine', {
      answers: {
        'GET /auth/public-options': reply(PublicOptions, movable),
        'GET /dev/clock': reply(ClockOffset, { offsetSeconds: 0 }),
        'POST /dev/clock': reply(ClockOffset, { offsetSeconds: 0 }, { takes: ClockOffset }),
      },
    });
    const before = () => server.sentTo('GET /auth/get-session').length;
    await screen.findByText('0 days');
    const asked = before();
    await user.click(screen.getByRole('button', { name: 'Forward a day' }));
    await screen.findByText('1 day');
    expect(server.sentTo('POST /dev/clock').map(({ body }) => body)).toEqual([{ offsetSeconds: 86_400 }]);
    await waitFor(() => expect(before()).toBeGreaterThan(asked));
    await screen.findByRole('button', { name: 'Back to the present' });
  });

  it('is not there where the clock cannot be moved', async () => {
    renderRoute('/acme/settings/time-machine');
    await screen.findByRole('heading', { level: 1, name: 'Time machine' });
    await screen.findByText('Only owners can move the clock, and only on their own machine.');
    expect(screen.queryByRole('link', { name: 'Time machine' })).toBeNull();
  });
});
