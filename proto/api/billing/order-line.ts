/** The labels of order lines that the system itself has worded: said again in the reader's language. */

type Line = { label: string; amount: number; proration: boolean };

/** What a label, or a part of it, says. A catalogue has a text for each. */
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

/** `money`: writes a decimal number of whole units of the order's currency; `number`: counts of units. */
export type LineLanguage = {
  say: (text: LineText, values?: Record<string, string>) => string;
  number: (count: number) => string;
  money: (units: string) => string;
};

/** The label in a language; as it is where a seller has named the thing, or where it says more than this knows. */
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
  // A product may be named like this; without units and their price it is one.
  if (!/^\d\S* units?, /.test(inside) || parts.includes(null)) return null;
  return language.say('usage', { name, parts: parts.join(language.say('usageAnd')) });
};

type Part = [form: RegExp, text: LineText, names: readonly string[]];

const parts: readonly Part[] = [
  // Lines of before say `1 units`.
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
      // Counts that nobody reads are written with their power of ten.
      return [name, /^\d+(?:\.\d+)?$/.test(value) ? number(Number(value)) : value];
    });
    return values.some(([, value]) => value === null)
      ? null
      : say(text, Object.fromEntries(values) as Record<string, string>);
  }
  return null;
};

/** `$1,234.50` by what stands between the signs of a currency; null: no amount. */
const sayMoney = (text: string, money: LineLanguage['money']): string | null => {
  const [, digits] = /^\D*?(\d[\d,]*(?:\.\d+)?)\D*$/.exec(text) ?? [];
  return digits === undefined ? null : money(digits.replaceAll(',', ''));
};
