import { jest } from '@jest/globals';
import { ForgetPasswordForm } from '@tessera/proto/api/identity/account';
import { PublicOptions } from '@tessera/proto/api/identity/public-options';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { z } from 'zod';
import { browser as page } from '../../app/pages/late-page.ts';
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
  jest.restoreAllMocks();
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

  it('leads back to where one was going, from the mail too', async () => {
    const { user, server } = renderRoute('/forgot-password?next=%2Facme%2Forders', {
      answers: { 'POST /auth/forget-password': sent, 'GET /auth/get-session': reply(z.null(), null) },
    });
    const signIn = '/sign-in?next=%2Facme%2Forders';
    await user.type(await screen.findByLabelText('E-mail'), 'ada@example.com');
    expect(screen.getByRole('link', { name: 'Back to sign in' }).getAttribute('href')).toBe(signIn);
    await user.click(screen.getByRole('button', { name: 'Send me a link' }));
    await screen.findByRole('heading', { name: 'Check your inbox' });
    const redirectTo = '/reset-password?next=%2Facme%2Forders';
    expect(server.sentTo('POST /auth/forget-password')[0]?.body).toMatchObject({ redirectTo });
    cleanup();
    renderRoute(`${redirectTo}&error=INVALID_TOKEN`, {
      answers: { 'GET /auth/get-session': reply(z.null(), null) },
    });
    const again = await screen.findByRole('link', { name: 'Send me a new link' });
    expect(again.getAttribute('href')).toBe('/forgot-password?next=%2Facme%2Forders');
    expect(screen.getByRole('link', { name: 'Back to sign in' }).getAttribute('href')).toBe(signIn);
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

  it('is signed in with where one was going', async () => {
    const reload = jest.spyOn(page, 'reload').mockImplementation(() => undefined);
    const { user } = renderRoute('/reset-password?next=%2Facme%2Forders&token=one', {
      answers: {
        'POST /auth/reset-password': reply(z.object({ status: z.boolean() }), { status: true }),
        'GET /auth/get-session': reply(z.null(), null),
      },
    });
    await user.type(await screen.findByLabelText('New password'), 'correct horse battery');
    await user.click(screen.getByRole('button', { name: 'Save new password' }));
    await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
    expect(location.pathname).toBe('/sign-in');
    expect(location.search).toBe('?next=%2Facme%2Forders');
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
