import { callbackPath, nextPath, paths } from './paths.ts';

describe('nextPath', () => {
  it('goes back to where one was', () => {
    expect(nextPath('?next=%2Facme%2Forders%3Fpage%3D2')).toBe('/acme/orders?page=2');
  });

  it.each([
    '',
    '?next=',
    '?next=https%3A%2F%2Fevil.example',
    '?next=%2F%2Fevil.example',
    '?next=%2F%5Cevil.example',
    '?next=%2F%09%2Fevil.example',
    '?next=%2F%0A%2Fevil.example',
    '?next=%2F.%2F%2Fevil.example',
    '?next=%2Fa%2F..%2F%5Cevil.example',
  ])('never leads to another host: %p', (search) => {
    expect(nextPath(search)).toBe('/');
  });
});

describe('paths', () => {
  it('remembers where one was when asking to sign in', () => {
    expect(paths.signIn('/acme/orders?page=2')).toBe('/sign-in?next=%2Facme%2Forders%3Fpage%3D2');
    expect(paths.signIn('/')).toBe('/sign-in');
  });

  it('spells addresses that the server sends back to in the few letters that it takes', () => {
    const address = paths.emailVerified("/acme/orders?query=(a~b)*!'");
    expect(address).toBe('/email-verified?next=%2Facme%2Forders%3Fquery%3D%28a%7Eb%29%2A%21%27');
    expect(callbackPath(address)).toBe(address);
  });

  it('names pages of one thing by its id', () => {
    expect(paths.product('acme', 'p1')).toBe('/acme/products/p1');
  });
});

describe('callbackPath', () => {
  it('keeps what the server takes', () => {
    expect(callbackPath('/acme/orders?page=2&query=a%20b')).toBe('/acme/orders?page=2&query=a%20b');
  });

  it.each(['//evil.example', '/%2Fevil.example', '/a?b=(c)', '/a#b', 'acme'])(
    'begins at the way in instead of %p',
    (path) => expect(callbackPath(path)).toBe('/'),
  );
});
