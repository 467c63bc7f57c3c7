/** Translates the labels of order lines that the system has generated. */

type Line = { label: string; amount: number; proration: boolean };

/** Texts of a label or of a part of it. Each catalogue has all of them. */
export type LineText =
  | 'unusedTime'
  | 'remainingTime'
  | 'trial'
  | 'usage'
  | 'usageUnit'
  | 'usageUnits'
  | 'usageCredited'
  | 'usagePrice'
  | 'usagePackage'
  | 'usagePackages'
  | 'usageGraduated'
  | 'usageVolume'
  | 'usageLeast'
  | 'usageMost'
  | 'usageAnd';

/** `money` formats a decimal number of major units in the order's currency; `number` formats numbers of units. */
export type LineLanguage = {
  say: (text: LineText, values?: Record<string, string>) => string;
  number: (count: number) => string;
  money: (units: string) => string;
};

/** Returns a label in a language. Labels that sellers wrote, or of an unknown form, are returned unchanged. */
export const sayLine = (line: Line, language: LineLanguage): string =>
  (line.proration
    ? sayProration(line.label, language)
    : ((line.amount === 0 ? sayTrial(line.label, language) : null) ?? sayUsage(line.label, language))) ??
  line.label;

const sayProration = (label: string, { say }: LineLanguage): string | null => {
  const [, kind, product] = /^(Unused|Remaining) time on (.+)$/s.exec(label) ?? [];
  if (product === undefined) return null;
  return say(kind === 'Unused' ? 'unusedTime' : 'remainingTime', { product });
};

const sayTrial = (label: string, { say }: LineLanguage): string | null => {
  const [, product] = /^Trial of (.+)$/s.exec(label) ?? [];
  return product === undefined ? null : say('trial', { product });
};

/** `API calls (1500 units, 500 of them credited, at $0.004, at most $10.00)` */
const sayUsage = (label: string, language: LineLanguage): string | null => {
  const [, name, inside] = /^(.+) \(([^()]+)\)$/s.exec(label) ?? [];
  if (name === undefined || inside === undefined) return null;
  const parts = inside.split(', ').map((part) => sayPart(part, language));
  // A product may have a name of this form; without units and a price it is not a usage line.
  if (!/^\d\S* units?, /.test(inside) || parts.includes(null)) return null;
  return language.say('usage', { name, parts: parts.join(language.say('usageAnd')) });
};

type Part = [form: RegExp, text: LineText, names: readonly string[]];

const parts: readonly Part[] = [
  // Older lines have `1 units`.
  [/^1 units?$/, 'usageUnit', []],
  [/^(\d\S*) units$/, 'usageUnits', ['used']],
  [/^(\d\S*) of them credited$/, 'usageCredited', ['credited']],
  [/^as 1 packages? of (\d+) at (.+)$/, 'usagePackage', ['size', 'price']],
  [/^as (\d\S*) packages of (\d+) at (.+)$/, 'usagePackages', ['packages', 'size', 'price']],
  [/^at graduated prices$/, 'usageGraduated', []],
  [/^at volume prices$/, 'usageVolume', []],
  [/^at least (.+)$/, 'usageLeast', ['amount']],
  [/^at most (.+)$/, 'usageMost', ['amount']],
  [/^at (.+)$/, 'usagePrice', ['price']],
];

const sayPart = (part: string, { say, number, money }: LineLanguage): string | null => {
  for (const [form, text, names] of parts) {
    const found = form.exec(part)?.slice(1);
    if (!found) continue;
    const values = names.map((name, index): [string, string | null] => {
      const value = found[index] ?? '';
      if (name === 'price' || name === 'amount') return [name, sayMoney(value, money)];
      // Very large numbers are written in exponent notation, and stay so.
      return [name, /^\d+(?:\.\d+)?$/.test(value) ? number(Number(value)) : value];
    });
    return values.some(([, value]) => value === null)
      ? null
      : say(text, Object.fromEntries(values) as Record<string, string>);
  }
  return null;
};

/** Formats the amount in a text such as `$1,234.50`; null: not an amount. */
const sayMoney = (text: string, money: LineLanguage['money']): string | null => {
  const [, digits] = /^\D*?(\d[\d,]*(?:\.\d+)?)\D*$/.exec(text) ?? [];
  return digits === undefined ? null : money(digits.replaceAll(',', ''));
};
