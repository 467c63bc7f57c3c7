import { GetSessionQuery } from './session.ts';
import { SignInEmail, SignInForm } from './sign-in.ts';
import { SignUpEmail, SignUpForm } from './sign-up.ts';

describe('the body of a sign-up', () => {
  it('keeps keys that configuration may add, and leaves what has a message of its own to the service', () => {
    const body = { name: 'Ada', email: 'no address', password: 'x', company: 'Engines' };
    expect(SignUpEmail.parse(body)).toEqual(body);
    expect(SignUpEmail.parse({ email: 5, password: 'x' })).toEqual({ email: undefined, password: 'x' });
    expect(SignUpEmail.safeParse({ username: null, displayUsername: null, password: 'x' }).success).toBe(
      true,
    );
  });

  it.each([
    ['nothing', undefined],
    ['text', 'name=Ada'],
    ['a list', []],
    ['a password that is no text', { name: 'Ada', email: 'a@b.co', password: ['long enough'] }],
    ['a null character', { name: 'A\0da', email: 'a@b.co', password: 'long enough' }],
  ])('is refused for %s', (_what, body) => {
    expect(SignUpEmail.safeParse(body).success).toBe(false);
  });
});

describe('the body of a sign-in', () => {
  it('remembers unless told otherwise', () => {
    expect(SignInEmail.parse({ email: 'a@b.co', password: 'x' })).toMatchObject({ rememberMe: true });
    expect(SignInEmail.parse({ email: 'a@b.co', password: 'x', rememberMe: false })).toMatchObject({
      rememberMe: false,
    });
    expect(SignInEmail.safeParse({ email: 'a@b.co', password: 'x', rememberMe: null }).success).toBe(false);
  });
});

describe('the forms', () => {
  it('are stricter than the bodies', () => {
    const form = { name: ' Ada ', email: 'ada@example.com', password: 'long enough' };
    expect(SignUpForm.parse(form)).toEqual({ ...form, name: 'Ada' });
    expect(SignUpForm.safeParse({ ...form, password: 'seven77' }).success).toBe(false);
    expect(SignInForm.safeParse({ email: 'ada', password: 'x', rememberMe: true }).success).toBe(false);
  });
});

describe('the query of get-session', () => {
  it('takes flags as text', () => {
    expect(GetSessionQuery.parse({ disableCookieCache: 'true' })).toEqual({ disableCookieCache: true });
    expect(GetSessionQuery.parse({})).toEqual({});
  });
});
