/** The labels of order lines that the system itself has worded: said again in the reader's language. */

type Line = { label: string; amount: number; proration: boolean };

/** What a label says; `values` stand in for the words of a text of that name. */
export type LineWords = {
  text: 'unusedTime' | 'remainingTime' | 'trial' | 'usage' | 'usageCredited';
  values: Record<string, string>;
};

/** Null: the name that a seller has given, or what says more than this knows. `number` writes counts of units. */
export const lineWords = (line: Line, number: (count: number) => string): LineWords | null => {
  if (line.proration) return prorationWords(line.label);
  return (line.amount === 0 ? trialWords(line.label) : null) ?? usageWords(line.label, number);
};

const prorationWords = (label: string): LineWords | null => {
  const [, kind, product] = /^(Unused|Remaining) time on (.+)$/s.exec(label) ?? [];
  if (product === undefined) return null;
  return { text: kind === 'Unused' ? 'unusedTime' : 'remainingTime', values: { product } };
};

const trialWords = (label: string): LineWords | null => {
  const [, product] = /^Trial of (.+)$/s.exec(label) ?? [];
  return product === undefined ? null : { text: 'trial', values: { product } };
};

/** `API calls (1500 units, 500 of them credited, at $0.004)` */
const usageWords = (label: string, number: (count: number) => string): LineWords | null => {
  const found = /^(.+) \((\d+(?:\.\d+)?) units(?:, (\d+) of them credited)?, at ([^,()]+)\)$/s.exec(label);
  const [, name, units, credited, price] = found ?? [];
  if (name === undefined || units === undefined || price === undefined) return null;
  const values = { name, used: number(Number(units)), price };
  if (credited === undefined) return { text: 'usage', values };
  return { text: 'usageCredited', values: { ...values, credited: number(Number(credited)) } };
};
