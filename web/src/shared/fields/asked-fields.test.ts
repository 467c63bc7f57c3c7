import type { AskedField } from '@tessera/proto/api/identity/public-options';
import { speakEnglish } from '../../test/english.ts';
import { speak } from '../../test/language.ts';
import {
  answerErrors,
  answersOf,
  changedAnswers,
  emptyAnswers,
  labelOf,
  readAnswer,
} from './asked-fields.ts';

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
    ['number', '1,200', 1200],
    ['number', '1,2', 1.2],
    ['string', '  ', undefined],
    ['string[]', ' , ', undefined],
  ] as const)('takes for a %s %p as %p', (type, answer, value) =>
    expect(readAnswer(field(type), answer)).toEqual(value),
  );
});

describe('a number of a German', () => {
  beforeEach(() => speak('de-DE'));
  afterEach(speakEnglish);

  it.each([
    ['1.000', 1000],
    ['1,5', 1.5],
  ])('is read as it is written: %s', (typed, value) => {
    expect(readAnswer(field('number'), typed)).toBe(value);
  });

  it('is shown as it is written', () => {
    expect(answersOf([field('number')], { it: 1.5 })).toEqual({ it: '1,5' });
  });
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
      staff: 'Enter numbers only.',
    });
  });

  it('lets what is optional be empty, but not unreadable', () => {
    const fields = [
      { name: 'staff', type: 'number', required: false },
      { name: 'tags', type: 'string[]', required: false },
    ] as const;
    expect(answerErrors([...fields], { staff: '', tags: ' , ' })).toEqual({});
    expect(answerErrors([...fields], { staff: 'many', tags: '' })).toEqual({ staff: 'Enter numbers only.' });
  });
});

describe('changedAnswers', () => {
  const fields: AskedField[] = [
    { name: 'company', type: 'string' },
    { name: 'since', type: 'date' },
    { name: 'tags', type: 'string[]' },
    { name: 'isPartner', type: 'boolean' },
    { name: 'staff', type: 'number' },
  ];
  const user = { company: 'Shop', since: '2026-01-31T10:00:00.000Z', tags: ['a', 'b'], staff: null };
  const before = answersOf(fields, user);

  it('starts from what the person has given', () =>
    expect(before).toEqual({
      company: 'Shop',
      since: '2026-01-31',
      tags: 'a, b',
      isPartner: false,
      staff: '',
    }));

  it('leaves alone what nobody touched, and takes away what was emptied', () => {
    expect(changedAnswers(fields, before, before)).toEqual({});
    const now = { ...before, tags: 'a', since: '', isPartner: true, staff: '3' };
    expect(changedAnswers(fields, before, now)).toEqual({
      tags: ['a'],
      since: null,
      isPartner: true,
      staff: 3,
    });
  });
});
