import type { AskedField } from '@tessera/proto/api/identity/public-options';
import { answerErrors, emptyAnswers, labelOf, readAnswer } from './asked-fields.ts';

const field = (type: AskedField['type']): AskedField => ({ name: 'it', type });

describe('labelOf', () => {
  it.each([
    ['company', 'Company'],
    ['companyName', 'Company name'],
    ['vat_id', 'Vat id'],
  ])('makes words of %s', (name, label) => expect(labelOf(name)).toBe(label));
});

describe('readAnswer', () => {
  it.each([
    ['string', ' Shop ', 'Shop'],
    ['date', '2026-01-31', '2026-01-31'],
    ['number', '4.5', 4.5],
    ['boolean', false, false],
    ['string[]', 'a, b,', ['a', 'b']],
    ['number[]', '1, 2', [1, 2]],
    ['number', 'many', undefined],
    ['number', '1,2', undefined],
    ['string', '  ', undefined],
    ['string[]', ' , ', undefined],
  ] as const)('takes for a %s %p as %p', (type, answer, value) =>
    expect(readAnswer(field(type), answer)).toEqual(value),
  );
});

describe('answerErrors', () => {
  it('tells what is missing from what cannot be read', () => {
    const fields: AskedField[] = [
      { name: 'company', type: 'string' },
      { name: 'staff', type: 'number' },
      { name: 'isAgreed', type: 'boolean' },
    ];
    expect(answerErrors(fields, { ...emptyAnswers(fields), staff: 'many' })).toEqual({
      company: 'This is required.',
      staff: 'Use numbers here.',
    });
  });
});
