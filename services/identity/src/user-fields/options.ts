/** The options `additionalFields` of users and sessions (contracts/auth.md, section 2). */
import { text } from '@tessera/proto/api/fields';
import { AuthSession, AuthUser } from '@tessera/proto/api/identity/session';
import { z } from 'zod';

/** A time as stored and returned: ISO 8601 in UTC, with milliseconds. */
const moment = z
  .union([z.iso.datetime({ offset: true }), z.iso.date()])
  .transform((value) => new Date(value).toISOString());

/** Schemas of values, by field type. */
export const valueOf = {
  string: text.max(10_000),
  number: z.number(),
  boolean: z.boolean(),
  date: moment,
  'string[]': z.array(text.max(1_000)).max(100),
  'number[]': z.array(z.number()).max(100),
};
export type FieldType = keyof typeof valueOf;

/** Default of a date field: the time of the sign-up. */
export const timeOfSignUp = 'now';

const AdditionalField = z
  .strictObject({
    type: z.enum(['string', 'number', 'boolean', 'date', 'string[]', 'number[]']),
    /** Whether sign-up fails without a value. */
    required: z.boolean().default(false),
    /** Whether replies contain it. */
    returned: z.boolean().default(true),
    /** Whether users may set it themselves, at sign-up and later; administrators always may. */
    input: z.boolean().default(true),
    /** Whether its values are unique among users. */
    unique: z.boolean().default(false),
    /** Value of a new user if none is given; for a date, `now` is the time of the sign-up. */
    defaultValue: z.unknown().optional(),
  })
  .superRefine(({ type, required, input, unique, defaultValue }, context) => {
    const hasDefault = defaultValue !== undefined;
    const refuse = (key: string, message: string) =>
      context.addIssue({ code: 'custom', path: [key], message });
    const isNow = type === 'date' && defaultValue === timeOfSignUp;
    if (hasDefault && !isNow && !valueOf[type].safeParse(defaultValue).success)
      refuse('defaultValue', `must be a ${type}`);
    if (required && !input && !hasDefault) refuse('required', 'nobody could give it: input is false');
    if (unique && hasDefault) refuse('unique', 'everyone would have the same: there is a defaultValue');
    if (unique && type.endsWith('[]')) refuse('unique', `is not for a ${type}`);
  });
export type AdditionalField = z.output<typeof AdditionalField>;

/** Names with another meaning in the bodies that contain the values. */
const taken = new Set([
  ...Object.keys(AuthUser.shape),
  ...['password', 'callbackURL', 'rememberMe', 'token', 'additional'],
]);

const takenBySessions = new Set([...Object.keys(AuthSession.shape), 'additional']);

const whyNot = (taken: Set<string>, name: string): string | null => {
  if (taken.has(name)) return 'is a name that means something else already';
  // `constructor`, `__proto__` and the like exist on every object.
  if (name in Object.prototype) return 'cannot be the name of a field';
  return /^[a-zA-Z][a-zA-Z0-9_]{0,63}$/.test(name)
    ? null
    : 'must be a letter followed by letters, digits or underscores';
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const fieldsOf = <Field extends z.ZodType>(field: Field, taken: Set<string>) =>
  z
    .custom<Record<string, unknown>>(isObject, 'must be an object')
    // Runs before the record is parsed, which silently drops `__proto__`.
    .superRefine((fields, context) => {
      for (const name of Object.keys(fields)) {
        const message = whyNot(taken, name);
        if (message !== null) context.addIssue({ code: 'custom', path: [name], message });
      }
    })
    .pipe(z.record(z.string(), field));

/** The additional fields, by name. */
export const AdditionalFields = fieldsOf(AdditionalField, taken);
export type AdditionalFields = z.output<typeof AdditionalFields>;

/** A field of sessions. No request of better-auth 1.2.8 sets one: a session has the default, or null. */
const SessionField = z
  .strictObject({
    type: z.enum(['string', 'number', 'boolean', 'date', 'string[]', 'number[]']),
    /** Whether every session has a value: this needs a default. */
    required: z.boolean().default(false),
    /** Whether replies contain it. */
    returned: z.boolean().default(true),
    /** Accepted for compatibility; requests cannot set it in any case. */
    input: z.boolean().default(true),
    /** Value of each new session; for a date, `now` is the time of the sign-in. */
    defaultValue: z.unknown().optional(),
  })
  .superRefine(({ type, required, defaultValue }, context) => {
    const isNow = type === 'date' && defaultValue === timeOfSignUp;
    if (defaultValue === undefined) {
      if (required)
        context.addIssue({ code: 'custom', path: ['required'], message: 'nobody could give it: no default' });
    } else if (!isNow && !valueOf[type].safeParse(defaultValue).success)
      context.addIssue({ code: 'custom', path: ['defaultValue'], message: `must be a ${type}` });
  });

export const SessionFields = fieldsOf(SessionField, takenBySessions);
export type SessionFields = z.output<typeof SessionFields>;
