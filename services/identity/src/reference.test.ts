/** README.md names every option with its default, and the test that shows its effect. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { optionKeys, readReference } from '@tessera/kit/test/option-keys';
import { ProviderId } from '@tessera/proto/api/identity/social';
import { IdentityOptions } from './options.ts';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const rows = readReference(readFileSync(at('../README.md'), 'utf8'));

/** What a row stands for: all providers, all cookies, all attributes of a cookie. */
const groupOf = (key: string): string => {
  const [, provider = '', option = ''] = /^socialProviders\.(\w+)\.(.+)$/.exec(key) ?? [];
  if (provider && ofEach.has(option) && !(provider === 'tiktok' && option === 'clientKey'))
    return `socialProviders.<id>.${option}`;
  return key
    .replace(/^advanced\.cookies\.\w+/, 'advanced.cookies.<cookie>')
    .replace(/^(advanced\.(?:cookies\.<cookie>\.attributes|defaultCookieAttributes))\..*/, '$1');
};

const keys = optionKeys(IdentityOptions);
const ofEach = new Set(
  keys
    .filter((key) => key.startsWith('socialProviders.apple.'))
    .map((key) => key.slice('socialProviders.apple.'.length))
    .filter((option) => ProviderId.options.every((id) => keys.includes(`socialProviders.${id}.${option}`))),
);

const credentials = { clientId: 'a', clientSecret: 'b' };
const defaults: unknown = IdentityOptions.parse({
  user: { additionalFields: { nickname: { type: 'string' } } },
  session: { additionalFields: { nickname: { type: 'string' } } },
  socialProviders: Object.fromEntries(
    ProviderId.options.map((id) => [id, id === 'tiktok' ? { ...credentials, clientKey: 'c' } : credentials]),
  ),
});

const defaultOf = (key: string): unknown => {
  const path = key.replace('<id>', 'apple').replace('<name>', 'nickname').split('.');
  return path.reduce<unknown>(
    (value, name) => (value as Record<string, unknown> | undefined)?.[name],
    defaults,
  );
};

/** Options without which nothing can be parsed, and those whose default depends on others. */
const given = new Set(['clientId', 'clientSecret', 'clientKey', 'type']);

/** Options that say what is so anyway: their test shows it without naming them. */
const oneValue = new Set(['verify', 'onEmailVerification', 'beforeDelete', 'afterDelete']);

describe('the reference', () => {
  it('names every option that is read, and no other', () =>
    expect(rows.map(({ key }) => key).toSorted((a, b) => a.localeCompare(b))).toEqual(
      [...new Set(keys.map(groupOf))].toSorted((a, b) => a.localeCompare(b)),
    ));

  it.each(rows.filter(({ key }) => !given.has(key.split('.').at(-1) ?? '') && !/ttributes$/.test(key)))(
    'tells the default of $key',
    ({ key, default: expected }) => expect(defaultOf(key) ?? null).toEqual(expected),
  );

  it.each(rows)('names a test of $key, which speaks of it', ({ key, test }) => {
    const places = [at(`./${test}`), at(`../../../gateway/src/${test}`)].filter((place) => existsSync(place));
    expect(places).toHaveLength(1);
    const name = key.split('.').at(-1) ?? '';
    if (!oneValue.has(name))
      expect(readFileSync(places[0] ?? '', 'utf8')).toMatch(new RegExp(`\\b${name}\\b`));
  });
});
