import { AdditionalFields } from './options.ts';

const issueOf = (fields: unknown) => {
  const issue = AdditionalFields.safeParse(fields).error?.issues[0];
  return issue && [issue.code === 'unrecognized_keys' ? issue.keys : issue.path.join('.'), issue.message];
};

describe('the option additionalFields', () => {
  it('has the defaults of the library', () =>
    expect(AdditionalFields.parse({ company: { type: 'string' } })).toEqual({
      company: { type: 'string', required: false, returned: true, input: true, unique: false },
    }));

  it.each([
    ['a type that there is not', { a: { type: 'json' } }, 'a.type'],
    ['a default of another type', { a: { type: 'number', defaultValue: '1' } }, 'a.defaultValue'],
    ['a default date that is none', { a: { type: 'date', defaultValue: 'soon' } }, 'a.defaultValue'],
    ['`now` for what is no date', { a: { type: 'number', defaultValue: 'now' } }, 'a.defaultValue'],
    ['a value that nobody could give', { a: { type: 'string', required: true, input: false } }, 'a.required'],
    [
      'one value for all that must differ',
      { a: { type: 'string', unique: true, defaultValue: 'x' } },
      'a.unique',
    ],
    ['lists that must differ', { a: { type: 'string[]', unique: true } }, 'a.unique'],
    ['a name that users have', { email: { type: 'string' } }, 'email'],
    ['a name that administrators use', { role: { type: 'string' } }, 'role'],
    ['a name that bodies use', { callbackURL: { type: 'string' } }, 'callbackURL'],
    ['the prototype', JSON.parse('{"__proto__": {"type": "string"}}'), '__proto__'],
    ['what every object has', { constructor: { type: 'string' } }, 'constructor'],
    ['a name with a dot', { 'a.b': { type: 'string' } }, 'a.b'],
    ['a list', [], ''],
  ])('refuses %s', (_what, fields, path) => expect(issueOf(fields)?.[0]).toBe(path));

  it.each(['transform', 'validator', 'references', 'fieldName', 'sortable', 'bigint'])(
    'refuses %s by its name: it is a function, or the database’s own business',
    (key) => expect(issueOf({ a: { type: 'string', [key]: true } })?.[0]).toEqual([key]),
  );
});
