import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.join(import.meta.dirname, '../../..');

/** Second names of things that have one already (web/README.md, German terms). */
const second: [RegExp, name: string][] = [
  [/\bAbos?\b/, 'Abonnement'],
  [/\bKassen?\b/, 'Checkout'],
  [/(?<!E-)\bMails?\b/, 'E-Mail'],
  [/\bKundschaft\b/, 'Kunde'],
  [/\bBemerkung/, 'Kommentar'],
  [/\bKennung/, 'ID'],
  [/\bfreiwillig/i, 'optional'],
  [/\bKn[oö]pfe?\b/, 'Schaltfläche'],
  [/Periode/, 'Zeitraum'],
  [/^Summe$/, 'Gesamt'],
  [/Nutzungswarnung/, 'Verbrauchswarnung'],
];

/** The catalogues of pages, and those of mails and documents. */
const files = globSync(['web/src/locales/de/*.json', '{web,services}/**/locales/de.json'], {
  cwd: root,
  exclude: (name) => name === 'node_modules' || name === 'dist',
});

const textsIn = (value: unknown, key: string): [key: string, text: string][] =>
  typeof value === 'string'
    ? [[key, value]]
    : Object.entries(value ?? {}).flatMap(([name, inner]) => textsIn(inner, name));

describe('German texts', () => {
  it('call each thing by one name', () => {
    const found = files.flatMap((file) =>
      textsIn(JSON.parse(readFileSync(path.join(root, file), 'utf8')), '').flatMap(([key, text]) =>
        second
          // A sum of values is no total.
          .filter(([word]) => word.test(text) && key !== 'sum')
          .map(([, name]) => `${file} ${key}: ${name}`),
      ),
    );
    expect(files.length).toBeGreaterThan(40);
    expect(found).toEqual([]);
  });
});
