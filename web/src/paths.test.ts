import { nextPath, paths } from './paths.ts';

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
  ])('never leads to another host: %p', (search) => {
    expect(nextPath(search)).toBe('/');
  });
});

describe('paths', () => {
  it('remembers where one was when asking to sign in', () => {
    expect(paths.signIn('/acme/orders?page=2')).toBe('/sign-in?next=%2Facme%2Forders%3Fpage%3D2');
    expect(paths.signIn('/')).toBe('/sign-in');
  });

  it('names pages of one thing by its id', () => {
    expect(paths.product('acme', 'p1')).toBe('/acme/products/p1');
  });
});
