/** Tokens at rest and their keys (OWASP ASVS 5.0: 11.2.2, 13.3.4). */
import { startReencryption } from '@tessera/kit/database/reencrypt';
import { createVault } from '@tessera/kit/secrets';
import { encryptionKeys } from '../../test/factories.ts';
import { type Social, startSocial, stranger } from '../../test/social.ts';
import { decryptTokens, encryptedTokens, encryptTokens } from './encryption.ts';
import { listAccounts } from './rows.ts';

let social: Social;
beforeAll(async () => {
  social = await startSocial();
});
afterAll(() => social.stop());

const second = `second:${Buffer.alloc(32, 9).toString('base64')}`;

const signUp = async () => {
  const someone = stranger();
  await social.visit(someone, { tokens: { access_token: 'open sesame', refresh_token: 'again' } });
  const [row] = await social.stack.db.query('SELECT user_id FROM accounts WHERE account_id = $1', [
    someone.id,
  ]);
  return async () => {
    const [account] = await listAccounts(social.stack.db, row.user_id);
    if (!account) throw new Error('the account is gone');
    return account;
  };
};

const rotate = (keys: string) => {
  const vault = createVault(keys);
  return { vault, ...startReencryption({ ...social.identity, vault, ...encryptedTokens }) };
};

describe('sealed tokens', () => {
  it('are opened with an older key of the ring, and sealed again with the first', async () => {
    const find = await signUp();
    const { vault, done } = rotate(`${second},${encryptionKeys}`);
    expect(await done).toBeGreaterThan(0);
    const account = await find();
    expect([account.accessToken, account.refreshToken, account.idToken]).toEqual(
      Array.from({ length: 3 }, () => expect.stringMatching(/^second\./)),
    );
    expect(decryptTokens(createVault(second), account)).toMatchObject({
      accessToken: 'open sesame',
      refreshToken: 'again',
    });
    const back = rotate(`${encryptionKeys},${second}`);
    expect(await back.done).toBeGreaterThan(0);
    expect(decryptTokens(vault, await find()).accessToken).toBe('open sesame');
  });

  it('stay as they are when their key is gone', async () => {
    const find = await signUp();
    const before = await find();
    expect(await rotate(second).done).toBe(0);
    expect(await find()).toEqual(before);
    expect(() => decryptTokens(createVault(second), before)).toThrow('no encryption key');
  });

  it('are told apart even when they hold the same', () => {
    const vault = createVault(second);
    const seal = () => encryptTokens(vault, { accessToken: 'same' }).accessToken;
    expect(seal()).not.toBe(seal());
    expect(encryptTokens(vault, {})).toEqual({});
  });
});
