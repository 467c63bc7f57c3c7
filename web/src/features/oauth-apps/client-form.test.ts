import '../../test/english.ts';
import { registered } from '../../test/oauth.ts';
import {
  type ClientForm,
  clientErrors,
  createRequest,
  formOfClient,
  newClient,
  updateRequest,
} from './client-form.ts';

const filled: ClientForm = {
  ...newClient,
  name: ' Sheets ',
  redirectUris: ' https://a.example/cb \n\n com.a:/cb\n',
};

describe('createRequest', () => {
  it('takes one address a line, and what was left empty as nothing', () => {
    expect(createRequest(filled)).toEqual({
      clientName: 'Sheets',
      redirectUris: ['https://a.example/cb', 'com.a:/cb'],
      tokenEndpointAuthMethod: 'client_secret_post',
      defaultSubType: 'user',
      scope: 'openid profile email',
      clientUri: null,
      logoUri: null,
      tosUri: null,
      policyUri: null,
    });
    expect(createRequest({ ...filled, kind: 'public' }).tokenEndpointAuthMethod).toBe('none');
  });
});

describe('updateRequest', () => {
  it('leaves how it proves itself, and scopes that have no box', () => {
    const values = formOfClient(registered);
    expect(values.scopes).toEqual(['openid', 'orders:read']);
    expect(updateRequest({ ...values, scopes: ['openid'] }, registered)).toEqual({
      clientId: registered.clientId,
      clientName: 'Sheets',
      redirectUris: registered.redirectUris,
      defaultSubType: 'user',
      scope: 'openid issues:read',
      clientUri: 'https://sheets.example',
      logoUri: null,
      tosUri: null,
      policyUri: null,
    });
    expect(updateRequest({ ...values, kind: 'public' }, registered).tokenEndpointAuthMethod).toBe('none');
  });
});

describe('clientErrors', () => {
  it('finds nothing wrong with what is filled in', () => expect(clientErrors(filled)).toEqual({}));

  it.each(['http://a.example/cb', 'https://a.example/#cb', 'javascript:alert(1)', 'a.example'])(
    'names the address that cannot be used: %s',
    (address) =>
      expect(
        clientErrors({ ...filled, redirectUris: `https://a.example\n${address}` })['redirectUris'],
      ).toMatch(`“${address}” cannot be used`),
  );

  it('asks for what is missing', () => {
    expect(clientErrors({ ...newClient, scopes: [], clientUri: 'a.example' })).toEqual({
      name: 'This is required.',
      redirectUris: 'Enter at least one redirect URI.',
      scopes: 'Choose at least one permission.',
      clientUri: 'Must be an http or https URL.',
    });
  });
});
