import { nextPath, paths } from '../../paths.ts';
import { addressOf, requestOf } from './request.ts';

const search =
  '?client_id=tessera_ci_1&response_type=code&redirect_uri=https://app.example/cb?a=1%26b=2&scope=openid%20products:read' +
  '&state=st%26te~*&code_challenge=abc&code_challenge_method=S256&sub_type=organization&nonce=n&sub=s&theme=dark';

describe('requestOf', () => {
  it('reads the names of OAuth, as they came, and nothing else', () => {
    expect(requestOf(search)).toEqual({
      clientId: 'tessera_ci_1',
      responseType: 'code',
      redirectUri: 'https://app.example/cb?a=1&b=2',
      scope: 'openid products:read',
      state: 'st&te~*',
      codeChallenge: 'abc',
      codeChallengeMethod: 'S256',
      subType: 'organization',
      nonce: 'n',
      sub: 's',
    });
    expect(requestOf('')).toEqual({});
  });
});

describe('addressOf', () => {
  it('leads back to the same question, by signing in with a password or with another account', () => {
    const address = addressOf(requestOf(search));
    expect(requestOf(address.slice(address.indexOf('?')))).toEqual(requestOf(search));
    expect(nextPath(paths.signIn(address).replace('/sign-in', ''))).toBe(address);
    // What the server sends a browser back to that comes from a provider (contracts/auth.md, section 6).
    expect(address).toMatch(/^\/oauth2\/authorize\?[\w\-.+/=&%@]+$/);
  });

  it('keeps how new the sign-in has to be, and since when', () => {
    const asked =
      '?client_id=1&prompt=consent+login&max_age=300&login_hint=ada%2B1%40example.com&sign_in_asked=k1.a-b.c_d.e';
    expect(addressOf(requestOf(asked))).toBe(`/oauth2/authorize${asked}`);
  });
});
