import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { findCalls, findKeys, findLiteralText } from '../test/literal-text.ts';

const src = path.join(import.meta.dirname, '..');
const locales = path.join(src, 'locales');

/** Names that are the same in every language. */
const names = new Set([
  ...[
    'Tessera',
    'Edge',
    'Opera',
    'Samsung Internet',
    'Firefox',
    'Chrome',
    'Safari',
    'Android',
    'Windows',
    'Mac',
    // What a browser calls the files that are dragged.
    'Files',
  ],
  ...[
    'Linux',
    'Apple',
    'Discord',
    'Slack',
    'Facebook',
    'Microsoft',
    'Google',
    'Spotify',
    'Twitch',
    'Dropbox',
    'Kick',
  ],
  ...[
    'LinkedIn',
    'GitLab',
    'GitHub',
    'TikTok',
    'Reddit',
    'Roblox',
    'Zoom',
    'Instagram',
    'YouTube',
    'Deutsch',
  ],
  ...['English', '{} · Tessera', 'HTTP {}'],
]);

/** Said before any catalogue is there. */
const withoutCatalogue = new Set(['Tessera could not be loaded. Load this page again.']);

/** The page of all components: nobody reads it but those who develop, and its texts are only there to be looked at. */
const isForDevelopers = (file: string): boolean => file.startsWith('features/design/');

/** Programs that sellers copy: they are the same in every language. */
const isProgram = (file: string): boolean => file === 'shared/ingest/snippets.ts';

/** Names of tags of the cache, which are words too. */
const isTag = (file: string, text: string): boolean => file.startsWith('api/') && /^\w+$/.test(text);

const sources = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter(
    (file) =>
      /\.tsx?$/.test(file) &&
      !/\.test\.tsx?$/.test(file) &&
      !/^(test|buyers|checkout|portal|embed)\//.test(file),
  )
  .map((file) => ({ file, source: readFileSync(path.join(src, file), 'utf8') }));

type Entries = { [key: string]: string | Entries };

const flat = (entries: Entries, prefix = ''): [key: string, text: string][] =>
  Object.entries(entries).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[prefix + key, value]] : flat(value, `${prefix}${key}.`),
  );

const languages = readdirSync(locales);
const namespacesOf = (language: string): string[] =>
  readdirSync(path.join(locales, language)).map((file) => path.basename(file, '.json'));
const textsOf = (language: string, namespace: string): Map<string, string> =>
  new Map(
    flat(JSON.parse(readFileSync(path.join(locales, language, `${namespace}.json`), 'utf8')) as Entries),
  );

const plural = /_(zero|one|two|few|many|other)$/;
const placeholders = (text: string): string[] =>
  [...text.matchAll(/\{\{(\w+)[^}]*\}\}|<(\w+)\/?>/g)]
    .map(([, value, tag]) => value ?? `<${tag}>`)
    .toSorted();

/** Texts by key; the forms of a plural are one, with the placeholders of the form for most numbers. */
const byKey = (texts: Map<string, string>): Map<string, string> =>
  new Map([...texts].map(([key, text]) => [key.replace(plural, ''), text]));

const english = new Map<string, string>(
  namespacesOf('en').flatMap((namespace) =>
    [...byKey(textsOf('en', namespace))].map(([key, text]) => [`${namespace}:${key}`, text] as const),
  ),
);

describe('what people read', () => {
  it('stands in catalogues, not in the code', () => {
    const read = sources.filter(({ file }) => !isForDevelopers(file) && !isProgram(file));
    const findings = read.flatMap(({ file, source }) =>
      findLiteralText(file, source)
        .filter(({ text }) => !names.has(text) && !withoutCatalogue.has(text) && !isTag(file, text))
        .map(({ text }) => `${file}: ${text}`),
    );
    expect(findings).toEqual([]);
  });

  it('would be noticed in the code', () => {
    const noticed = (source: string) => findLiteralText('Page.tsx', source).map(({ text }) => text);
    expect(noticed('const Page = () => <p>Nothing <b>yet</b></p>;')).toEqual(['Nothing', 'yet']);
    expect(noticed('const Page = () => <Field label="Name" className="wide field" />;')).toEqual(['Name']);
    expect(
      noticed("const Page = () => <Field placeholder={isOpen ? 'Open now' : t('ui:close')} />;"),
    ).toEqual(['Open now']);
    expect(noticed('const save = () => notifyDone(`${name} was saved.`);')).toEqual(['{} was saved.']);
    expect(noticed("const save = () => { throw new Error('Never there.'); };")).toEqual([]);
  });

  it('is asked for inside of functions, when the language is known', () => {
    const early = sources.flatMap(({ file, source }) =>
      findCalls(file, source)
        .filter(({ isEarly }) => isEarly)
        .map(({ keys }) => `${file}: ${keys.join(', ')}`),
    );
    expect(early).toEqual([]);
  });

  it('is given the values that it names', () => {
    const findings = sources.flatMap(({ file, source }) =>
      findCalls(file, source).flatMap(({ keys, values }) =>
        keys.flatMap((key) => {
          const named = [
            ...new Set(placeholders(english.get(key) ?? '').filter((name) => !name.startsWith('<'))),
          ];
          const isGiven = values === null || JSON.stringify(named) === JSON.stringify(values.toSorted());
          // A plural need not repeat its number in each form.
          const isCounted =
            JSON.stringify([...named, 'count'].toSorted()) === JSON.stringify(values?.toSorted());
          return isGiven || isCounted
            ? []
            : [`${file}: ${key} names ${named.join()}, is given ${values?.join()}`];
        }),
      ),
    );
    expect(findings).toEqual([]);
  });

  it('is there, and nothing else', () => {
    const used = new Set<string>();
    const beginnings: string[] = [];
    for (const { file, source } of sources)
      for (const { text, isWhole } of findKeys(file, source))
        if (isWhole) used.add(text);
        else beginnings.push(text);
    const known = [...english.keys()].filter((key) => !key.startsWith('checkout:'));
    expect(
      [...used].filter((key) => namespacesOf('en').includes(key.split(':')[0] ?? '') && !english.has(key)),
    ).toEqual([]);
    expect(
      known.filter((key) => !used.has(key) && !beginnings.some((beginning) => key.startsWith(beginning))),
    ).toEqual([]);
  });
});

describe('the German of the product', () => {
  it('says Sie, and one word for one thing', () => {
    const others = /\b(?:du|dich|dir|dein\w*|Vorteile?n?|Bezahllinks?)\b/i;
    const findings = namespacesOf('de').flatMap((namespace) =>
      [...textsOf('de', namespace)]
        .filter(([, text]) => others.test(text))
        .map(([key, text]) => `${namespace}:${key} ${text}`),
    );
    expect(findings).toEqual([]);
  });
});

describe.each(languages.filter((language) => language !== 'en'))('the catalogues in %s', (language) => {
  const namespaces = namespacesOf(language);

  it('are those of English, or those of the checkout', () => {
    const whole = namespacesOf('en');
    expect(language === 'de' ? namespaces : whole.filter((name) => namespaces.includes(name))).toEqual(
      language === 'de' ? whole : namespaces,
    );
  });

  it.each(namespaces)('say all of %s, with the same values and marks', (namespace) => {
    const texts = textsOf(language, namespace);
    const original = textsOf('en', namespace);
    expect([...byKey(texts).keys()].toSorted()).toEqual([...byKey(original).keys()].toSorted());
    const textOf = byKey(texts);
    const differing = [...byKey(original)].filter(
      ([key, text]) =>
        JSON.stringify(placeholders(text)) !== JSON.stringify(placeholders(textOf.get(key) ?? '')),
    );
    expect(differing).toEqual([]);
  });

  it.each(namespaces)('have every form of plurals in %s', (namespace) => {
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    const keys = new Set(textsOf(language, namespace).keys());
    const counted = [
      ...new Set([...keys].filter((key) => plural.test(key)).map((key) => key.replace(plural, ''))),
    ];
    expect(
      counted.flatMap((key) => forms.map((form) => `${key}_${form}`)).filter((key) => !keys.has(key)),
    ).toEqual([]);
  });
});
