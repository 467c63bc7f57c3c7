import fc from 'fast-check';
import { type AskedField, missingAnswers, readAnswers } from './answers.ts';

const text = (properties = {}): AskedField => ({ type: 'text', slug: 'f', properties });
const number = (properties = {}): AskedField => ({ type: 'number', slug: 'f', properties });
const date = (properties = {}): AskedField => ({ type: 'date', slug: 'f', properties });
const checkbox: AskedField = { type: 'checkbox', slug: 'f', properties: {} };
const select: AskedField = {
  type: 'select',
  slug: 'f',
  properties: { options: [{ value: 's', label: 'Small' }] },
};
const seconds = (day: string): number => Date.parse(`${day}T00:00:00Z`) / 1000;

type Value = string | number | boolean | null;
const typeOf = (field: AskedField, f: Value) => readAnswers([field], { f }).refusals[0]?.type;
const answerOf = (field: AskedField, f: Value) => readAnswers([field], { f }).answers['f'];

describe('answers', () => {
  it('are kept as each kind of field spells them', () => {
    expect(answerOf(text(), 'Acme')).toBe('Acme');
    expect(answerOf(number(), 42)).toBe(42);
    expect(answerOf(number(), '-42')).toBe(-42);
    expect(answerOf(date(), '2026-02-28')).toBe('2026-02-28');
    expect(answerOf(date(), '2026-02-28T00:00:00.000Z')).toBe('2026-02-28');
    expect(answerOf(date(), '2026-02-28 02:00+02')).toBe('2026-02-28');
    expect(answerOf(checkbox, false)).toBe(false);
    expect(answerOf(checkbox, 'true')).toBe(true);
    expect(answerOf(select, 's')).toBe('s');
  });

  it('of the wrong kind are refused', () => {
    expect(typeOf(text(), 1)).toBe('string_type');
    expect([1.5, 'x', true, 1e300].map((value) => typeOf(number(), value))).toEqual(
      Array(4).fill('int_type'),
    );
    expect(['2026-02-30', '28.02.2026', 1, true].map((value) => typeOf(date(), value))).toEqual(
      Array(4).fill('date_type'),
    );
    expect(typeOf(checkbox, 'perhaps')).toBe('bool_type');
    expect([typeOf(select, 'S'), typeOf(select, 1)]).toEqual(['enum', 'enum']);
  });

  it('stay within their bounds, which are answers themselves', () => {
    const short = text({ minLength: 2, maxLength: 3 });
    expect(['a', 'ab', 'abc', 'abcd', '👍👍👍'].map((value) => typeOf(short, value))).toEqual([
      'too_short',
      undefined,
      undefined,
      'too_long',
      undefined,
    ]);
    const few = number({ ge: 0, le: 2 });
    expect([-1, 0, 2, 3].map((value) => typeOf(few, value))).toEqual([
      'greater_than_equal',
      undefined,
      undefined,
      'less_than_equal',
    ]);
    const january = date({ ge: seconds('2026-01-01'), le: seconds('2026-01-31') });
    expect(
      ['2025-12-31', '2026-01-01', '2026-01-31', '2026-02-01'].map((day) => typeOf(january, day)),
    ).toEqual(['greater_than_equal', undefined, undefined, 'less_than_equal']);
  });

  it('are numbers of 32 bits where the seller sets no bound, and as large as a bound allows', () => {
    const [least, most] = [-(2 ** 31), 2 ** 31 - 1];
    expect([least - 1, least, most, most + 1].map((value) => typeOf(number(), value))).toEqual([
      'greater_than_equal',
      undefined,
      undefined,
      'less_than_equal',
    ]);
    expect(typeOf(number({ ge: 0 }), 2 ** 32)).toBe('less_than_equal');
    expect(typeOf(number({ le: 0 }), -(2 ** 32))).toBe('greater_than_equal');
    expect(answerOf(number({ le: 2 ** 40 }), 2 ** 32)).toBe(2 ** 32);
    expect(answerOf(number({ ge: 2 ** 32 }), 2 ** 40)).toBe(2 ** 40);
    expect(answerOf(number({ le: -(2 ** 32) }), -(2 ** 40))).toBe(-(2 ** 40));
  });

  it('that say nothing, or answer nothing, are left out', () => {
    expect(readAnswers([text()], { f: '  ', other: 'x' })).toEqual({ answers: {}, refusals: [] });
    expect(readAnswers([number({ ge: 5 })], { f: null })).toEqual({ answers: {}, refusals: [] });
    expect(readAnswers([text()], { constructor: 'x' })).toEqual({ answers: {}, refusals: [] });
  });

  it('read once more are the same', () => {
    const fields = [text(), number({ ge: -5 }), date(), checkbox, select];
    fc.assert(
      fc.property(
        fc.constantFrom(...fields),
        fc.oneof(
          fc.string(),
          fc.integer(),
          fc.boolean(),
          fc.date({ noInvalidDate: true }).map((moment) => moment.toISOString()),
          fc.constant('s'),
        ),
        (field, f) => {
          const { answers } = readAnswers([field], { f });
          expect(readAnswers([field], answers)).toEqual({ answers, refusals: [] });
        },
      ),
    );
  });

  it('that are required are missed; a required box must be ticked', () => {
    const asked = [
      { ...text(), slug: 'company', required: true },
      { ...checkbox, slug: 'terms', required: true },
      { ...number(), slug: 'seats', required: false },
    ];
    expect(missingAnswers(asked, { terms: false })).toEqual(['company', 'terms']);
    expect(missingAnswers(asked, { company: 'Acme', terms: true })).toEqual([]);
  });
});
