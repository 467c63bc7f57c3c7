import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const src = import.meta.dirname;

/** What may be imported, lowest first: an import goes down this list or stays in its place. */
const order = [
  'locales',
  'paths.ts',
  'i18n',
  'design',
  'api/request',
  'api/organization',
  'api/account',
  'api/catalog',
  'api/sales',
  'api/usage',
  'api/installation',
  'ui/format',
  'ui/chart',
  'ui/display',
  'ui/forms',
  'ui/dialogs',
  'ui/menus',
  'ui/pages',
  'ui/filters',
  'ui/table',
  'shared',
  'sign-in',
  'buyers/locales',
  'buyers/i18n.ts',
  'buyers/narrow.ts',
  'buyers/test-mode.ts',
  'buyers/request',
  'buyers/prices',
  'buyers/form',
  'buyers/display',
  'buyers/card',
  'checkout/locales',
  'checkout/i18n.ts',
  'checkout/api.ts',
  'checkout/refusal.ts',
  'checkout/labels.ts',
  'checkout/waiting.ts',
  'checkout/embed',
  'checkout/view.ts',
  'checkout/use-checkout.ts',
  'checkout/form',
  'checkout/summary',
  'checkout/confirmation',
  'checkout',
  'portal',
  'embed',
  'features',
  'app/features.ts',
  'app/pages',
  'app/menus',
  'app/commands',
  'app/frames',
  'app/session',
  'app',
  'main.ts',
];

/** Parts that stand beside each other: none imports another of its kind. */
const apart = ['sign-in', 'checkout', 'portal', 'embed'];

/** Of the API, parts of the design system know how a request may fail, what time it is and that a form is held; nothing that asks. */
const uiMayKnow = ['api/request/failure.ts', 'api/request/server-time.ts', 'api/request/unsaved.ts'];

const imported = /(?:\bfrom|\bimport|\bimport\()\s*'(\.{1,2}\/[^']+)'/g;

/** The longest entry that a file is in. */
const placeOf = (file: string): string =>
  order
    .filter((place) => file === place || file.startsWith(`${place}/`))
    .toSorted((a, b) => b.length - a.length)[0] ?? '';
/** The bundle that a file is in, or its layer above. */
const partOf = (file: string): string => file.split('/')[0] ?? '';
const featureOf = (file: string): string | null => /^features\/([^/]+)\//.exec(file)?.[1] ?? null;

const refusalOf = (file: string, target: string): string | null => {
  const [from, to] = [placeOf(file), placeOf(target)];
  const line = `${file} imports ${target}`;
  if (!order.includes(from) || !order.includes(to)) return `${line}: one of them is in no layer`;
  if (order.indexOf(to) > order.indexOf(from)) return `${line}: upwards`;
  if (from === 'features' && to === 'features' && featureOf(file) !== featureOf(target))
    return `${line}: another feature`;
  const [part, other] = [partOf(file), partOf(target)];
  if (part !== other && apart.includes(part) && apart.includes(other)) return `${line}: another bundle`;
  if (from.startsWith('ui/') && to.startsWith('api/') && !uiMayKnow.includes(target))
    return `${line}: ui asks nobody`;
  return null;
};

describe('the layers of the web application', () => {
  it('are imported downwards only, and features never one another', () => {
    const findings = readdirSync(src, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && !file.startsWith('test/'))
      .flatMap((file) =>
        [...readFileSync(path.join(src, file), 'utf8').matchAll(imported)].flatMap(([, target = '']) => {
          const whole = path.posix.join(path.posix.dirname(file), target);
          return refusalOf(file, whole) ?? [];
        }),
      );
    expect(findings).toEqual([]);
  });

  it('would notice', () => {
    expect(refusalOf('features/orders/OrderPage.tsx', 'features/products/Price.tsx')).toMatch(
      'another feature',
    );
    expect(refusalOf('api/sales/orders.ts', 'features/orders/OrderPage.tsx')).toMatch('upwards');
    expect(refusalOf('ui/forms/SlugField.tsx', 'api/organization/organizations.ts')).toMatch(
      'ui asks nobody',
    );
    expect(refusalOf('features/orders/OrderPage.tsx', 'api/sales/orders.ts')).toBeNull();
  });
});
