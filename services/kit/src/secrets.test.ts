import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { readEnv } from './config.ts';
import {
  createToken,
  createVault,
  EncryptionKeys,
  hmac,
  isToken,
  randomText,
  sameText,
  sha256,
} from './secrets.ts';

const key = (id: string) => `${id}:${randomBytes(32).toString('base64')}`;

describe('createToken', () => {
  it('makes tokens that check, with 43 characters after the prefix', () => {
    const token = createToken('tessera_oat_');
    expect(token).toMatch(/^tessera_oat_[0-9A-Za-z]{43}$/);
    expect(isToken('tessera_oat_', token)).toBe(true);
    expect(createToken('tessera_oat_')).not.toBe(token);
  });

  it('detects a wrong character, a wrong length and a wrong prefix', () => {
    const token = createToken('p_');
    const at = 10;
    const wrong = token.slice(0, at) + (token[at] === 'a' ? 'b' : 'a') + token.slice(at + 1);
    expect(isToken('p_', wrong)).toBe(false);
    expect(isToken('p_', `${token}a`)).toBe(false);
    expect(isToken('q_', token)).toBe(false);
    expect(isToken('p_', '')).toBe(false);
  });
});

describe('createVault', () => {
  it('opens what it sealed, and seals the same text differently each time', () => {
    const vault = createVault(key('a'));
    expect(vault.decrypt(vault.encrypt('ü secret'))).toBe('ü secret');
    expect(vault.encrypt('x')).not.toBe(vault.encrypt('x'));
  });

  it('opens with an older key after a rotation, and seals with the newer', () => {
    const [older, newer] = [key('older'), key('newer')];
    const sealed = createVault(older).encrypt('x');
    const rotated = createVault(`${newer},${older}`);
    expect(rotated.decrypt(sealed)).toBe('x');
    expect(rotated.encrypt('x')).toMatch(/^newer\./);
    expect(() => createVault(newer).decrypt(sealed)).toThrow('no encryption key named older');
  });

  it('refuses a forged text, a shortened tag and rubbish', () => {
    const vault = createVault(key('a'));
    const [id, iv, text, tag = ''] = vault.encrypt('amount=1').split('.');
    const forged = Buffer.from(text ?? '', 'base64url');
    forged[7] = (forged[7] ?? 0) ^ 1;
    const short = Buffer.from(tag, 'base64url').subarray(0, 4).toString('base64url');
    expect(() => vault.decrypt([id, iv, forged.toString('base64url'), tag].join('.'))).toThrow();
    expect(() => vault.decrypt([id, iv, text, short].join('.'))).toThrow();
    expect(() => vault.decrypt('')).toThrow();
    expect(() => vault.decrypt('a')).toThrow();
  });

  it('refuses two keys of one name: one would hide the other', () =>
    expect(() => createVault(`${key('a')},${key('b')},${key('a')}`)).toThrow('id of its own'));

  it.each(['', 'a', 'a:short', 'a b:AAAA'])('refuses the key ring "%s"', (keys) => {
    expect(() => createVault(keys)).toThrow('id:base64');
    expect(() =>
      readEnv(z.object({ ENCRYPTION_KEYS: EncryptionKeys }), { ENCRYPTION_KEYS: keys || ',' }),
    ).toThrow('environment variable ENCRYPTION_KEYS: each key must be written id:base64 with 32 bytes');
  });
});

describe('sameText', () => {
  it('compares', () => {
    expect([sameText('a', 'a'), sameText('a', 'b'), sameText('a', 'aa'), sameText('', '')]).toEqual([
      true,
      false,
      false,
      true,
    ]);
  });
});

describe('hashes', () => {
  it('are those that everyone knows', () => {
    expect(sha256('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    expect(hmac('key', 'data')).toBe('UDH+PZicbRU3oBP6bnOdojRj/a7DtwE32Cjjas4iG9A=');
    expect(hmac('key', 'data', 'base64url')).toBe('UDH-PZicbRU3oBP6bnOdojRj_a7DtwE32Cjjas4iG9A');
    expect(randomText(12, 'x')).toBe('xxxxxxxxxxxx');
  });
});
