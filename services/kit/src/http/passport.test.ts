import { passportIssuer } from '@tessera/proto/api/passport';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { createPassportIssuer, createPassportReader, type PassportReader } from './passport.ts';

const claims = { kind: 'token' as const, tokenId: 't', organizationId: 'o', scopes: ['orders:read'] };
const anonymous = { kind: 'anonymous' };

type Keys = Awaited<ReturnType<typeof generateKeyPair>>;
let keys: Keys;
let read: PassportReader;

const sign = (options: {
  key?: Keys['privateKey'] | Uint8Array;
  alg?: string;
  issuer?: string;
  seconds?: number;
}) =>
  new SignJWT(claims)
    .setProtectedHeader({ alg: options.alg ?? 'EdDSA' })
    .setIssuer(options.issuer ?? passportIssuer)
    .setExpirationTime(Math.floor(Date.now() / 1000) + (options.seconds ?? 60))
    .sign(options.key ?? keys.privateKey);

const jwk = async (key: Keys['privateKey']) => JSON.stringify(await exportJWK(key));

beforeAll(async () => {
  keys = await generateKeyPair('EdDSA', { extractable: true });
  read = await createPassportReader(await jwk(keys.publicKey));
});

describe('createPassportReader', () => {
  it('finds the caller of an issued passport, again and again', async () => {
    const issue = await createPassportIssuer(await jwk(keys.privateKey));
    const passport = await issue(claims);
    expect(await read(passport)).toEqual(claims);
    expect(await read(passport)).toEqual(claims);
  });

  it('takes a missing, mangled, expired or foreign one for nobody', async () => {
    const stranger = await generateKeyPair('EdDSA');
    const good = await sign({});
    const bad = [
      undefined,
      '',
      'rubbish',
      `${good.slice(0, -4)}AAAA`,
      await sign({ seconds: -121 }),
      await sign({ issuer: 'someone-else' }),
      await sign({ key: stranger.privateKey }),
    ];
    for (const passport of bad) expect(await read(passport)).toEqual(anonymous);
  });

  it('finds the caller although the clock of the gateway is two minutes slow', async () => {
    const passport = await sign({ seconds: 60 - 120 });
    expect(await read(passport)).toEqual(claims);
    expect(await read(passport)).toEqual(claims);
  });

  it('is not fooled by another algorithm: none, or the public key as a shared secret', async () => {
    const payload = Buffer.from(
      JSON.stringify({ ...claims, iss: passportIssuer, exp: 4_000_000_000 }),
    ).toString('base64url');
    const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`;
    const secret = new TextEncoder().encode(await jwk(keys.publicKey));
    expect(await read(none)).toEqual(anonymous);
    expect(await read(await sign({ alg: 'HS256', key: secret }))).toEqual(anonymous);
  });

  it('takes a signed one with claims of no known caller for nobody', async () => {
    const passport = await new SignJWT({ kind: 'root' })
      .setProtectedHeader({ alg: 'EdDSA' })
      .setIssuer(passportIssuer)
      .setExpirationTime('1m')
      .sign(keys.privateKey);
    expect(await read(passport)).toEqual(anonymous);
  });

  it('verifies with each of several keys, so that the gateway can change its own without a refused request', async () => {
    const next = await generateKeyPair('EdDSA', { extractable: true });
    const [old, young] = [await exportJWK(keys.publicKey), await exportJWK(next.publicKey)];
    const during = await createPassportReader(JSON.stringify({ keys: [old, young] }));
    const after = await createPassportReader(JSON.stringify({ keys: [young] }));
    const [before, now] = [await sign({}), await sign({ key: next.privateKey })];
    expect(await during(before)).toEqual(claims);
    expect(await during(now)).toEqual(claims);
    expect(await after(now)).toEqual(claims);
    expect(await after(before)).toEqual(anonymous);
    expect(await during(await sign({ key: next.privateKey, seconds: -121 }))).toEqual(anonymous);
  });

  it('refuses a key that is none, naming the variable', async () => {
    for (const none of ['{"keys":[]}', '{"keys":[{}]}', '{"keys":7}', 'null'])
      await expect(createPassportReader(none)).rejects.toThrow('PASSPORT_PUBLIC_KEY');
    const two = await Promise.all([jwk(keys.privateKey), jwk(keys.privateKey)]);
    await expect(createPassportIssuer(`{"keys":[${two.join()}]}`)).rejects.toThrow('PASSPORT_PRIVATE_KEY');
    await expect(createPassportReader('{}')).rejects.toThrow('PASSPORT_PUBLIC_KEY');
    const rsa = await generateKeyPair('RS256', { extractable: true });
    await expect(createPassportReader(await jwk(rsa.publicKey))).rejects.toThrow('PASSPORT_PUBLIC_KEY');
    await expect(createPassportIssuer('no json')).rejects.toThrow('PASSPORT_PRIVATE_KEY');
  });

  it('refuses the other half of the pair', async () => {
    const [publicKey, privateKey] = [await jwk(keys.publicKey), await jwk(keys.privateKey)];
    await expect(createPassportIssuer(publicKey)).rejects.toThrow('PASSPORT_PRIVATE_KEY');
    await expect(createPassportReader(privateKey)).rejects.toThrow('PASSPORT_PUBLIC_KEY');
  });
});
