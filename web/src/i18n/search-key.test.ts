import { fittingChoices, searchKey } from './search-key.ts';

describe('searchKey', () => {
  it.each([
    ['Nguyễn', 'nguyen'],
    ['MÜLLER', 'muller'],
    ['Łódź', 'lodz'],
    ['Straße', 'strasse'],
    ['Côte d’Ivoire', 'cote d’ivoire'],
    ['İstanbul', 'istanbul'],
    ['が', 'が'],
    ['ＡＢＣ', 'abc'],
  ])('of %s is %s, however its letters are composed', (text, key) => {
    expect([searchKey(text.normalize('NFC')), searchKey(text.normalize('NFD'))]).toEqual([key, key]);
  });
});

describe('fittingChoices', () => {
  const choice = (label: string) => ({ value: label, label });

  it('finds labels by what is typed, without accents, and no more than asked for', () => {
    const options = ['Zoë', 'Zoe', 'Ada', 'ZOË 2'].map(choice);
    expect(fittingChoices({ options, search: ' zoe ', limit: 2 })).toEqual(['Zoë', 'Zoe'].map(choice));
    expect(fittingChoices({ options, search: '', limit: 9 })).toEqual(options);
  });

  it('finds those of groups, without groups that have none', () => {
    const groups = [
      { group: 'A', items: ['Émile', 'Ada'].map(choice) },
      { group: 'B', items: [choice('Bob')] },
    ];
    expect(fittingChoices({ options: groups, search: 'emi', limit: 9 })).toEqual([
      { group: 'A', items: [choice('Émile')] },
    ]);
  });
});
