import { ForgetPasswordForm } from '@tessera/proto/api/identity/account';
import { PublicOptions } from '@tessera/proto/api/identity/public-options';
import { screen, waitFor } from '@testing-library/react';
import { z } from 'zod';
import { options } from '../../test/people.ts';
import { renderRoute } from '../../test/render-route.tsx';
import { reply } from '../../test/server.ts';

const sent = reply(z.object({ status: z.boolean() }), { status: true }, { takes: ForgetPasswordForm });

/** A browser tells whether anything has been pressed on this page yet; jsdom does not. */
beforeEach(() => {
  Object.defineProperty(navigator, 'userActivation', { value: { hasBeenActive: true }, configurable: true });
});
afterEach(() => {
  Reflect.deleteProperty(navigator, 'userActivation');
});

describe('a forgotten password', () => {
  it('is told to be on its way, to the keyboard and to screen readers too', async () => {
    const { user } = renderRoute('/forgot-password', {
      answers: { 'POST /auth/forget-password': sent, 'GET /auth/get-session': reply(z.null(), null) },
    });
    await user.type(await screen.findByLabelText('E-mail'), 'ada@example.com');
    await user.click(screen.getByRole('button', { name: 'Send me a link' }));
    const heading = await screen.findByRole('heading', { name: 'Check your inbox' });
    await waitFor(() => expect(document.activeElement).toBe(heading));
  });

  it('has its new password marked where it is refused', async () => {
    const { user } = renderRoute('/reset-password?token=one', {
      answers: { 'GET /auth/get-session': reply(z.null(), null) },
    });
    const password = await screen.findByLabelText('New password');
    expect(password.getAttribute('aria-invalid')).toBe('false');
    await user.type(password, 'short');
    await user.click(screen.getByRole('button', { name: 'Save new password' }));
    await waitFor(() => expect(password.getAttribute('aria-invalid')).toBe('true'));
  });
});

describe('a link of a mail that is too old', () => {
  it.each([
    [true, 1],
    [false, 0],
  ])('offers another password only where one can be had: %s', async (canReset, links) => {
    renderRoute('/email-verified?error=token_expired', {
      answers: {
        'GET /auth/get-session': reply(z.null(), null),
        'GET /auth/public-options': reply(PublicOptions, {
          ...options,
          emailAndPassword: { ...options.emailAndPassword, canReset },
        }),
      },
    });
    await screen.findByRole('heading', { name: 'This link does not work' });
    expect(screen.queryAllByRole('link', { name: 'Forgot your password?' })).toHaveLength(links);
  });

  it('says of one that was followed before that the address may have changed since', async () => {
    renderRoute('/email-verified?changed=true&error=user_not_found', {
      answers: { 'GET /auth/get-session': reply(z.null(), null) },
    });
    await screen.findByText(/it was already changed, or the account no longer exists/);
  });
});
