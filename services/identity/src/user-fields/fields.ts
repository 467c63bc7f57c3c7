/** Fields that the configuration adds to users and sessions: reads them from bodies, and maps them for replies. */
import { sql } from '@tessera/kit/database/sql';
import { defineErrors } from '@tessera/kit/errors';
import { AuthSession, AuthUser } from '@tessera/proto/api/identity/session';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import {
  type AdditionalField,
  type AdditionalFields,
  type FieldType,
  type SessionFields,
  timeOfSignUp,
  valueOf,
} from './options.ts';

type FieldValue = string | number | boolean | string[] | number[] | null;
/** Values of additional fields by name, as in the column `additional`. */
export type FieldValues = Record<string, FieldValue>;

const fieldErrors = defineErrors({
  Required: { status: 400, message: 'is required' },
  Invalid: { status: 400, message: 'Invalid body parameters', code: 'VALIDATION_ERROR' },
  Taken: { status: 422, message: 'is already taken' },
});

/** Who sets values; administrators may also set fields with `input` false. */
export type InputSource = 'sign-up' | 'change' | 'admin';

export type UserFields = ReturnType<typeof createUserFields>;

/** Builds the readers and shapes of additional fields of users and of sessions. */
export const createUserFields = (options: AdditionalFields, ofSessions: SessionFields = {}) => {
  const all = Object.entries(options);
  const shown = all.filter(([, { returned }]) => returned);
  const sessionFields = Object.entries(ofSessions);
  const shownOfSessions = sessionFields.filter(([, { returned }]) => returned);
  const user = open(AuthUser, shown);
  const session = open(AuthSession, shownOfSessions);
  return {
    /** The types of the fields that replies contain, by name. */
    shown: Object.fromEntries(shown.map(([name, { type }]) => [name, type])) as Record<string, FieldType>,
    /** Shape of a user in replies. */
    user,
    /** Shape of session and user, as in the reply of get-session, in Redis and in the browser's cache cookie. */
    record: z.object({ session, user }),
    /** Shape of a session in replies. */
    session,
    /** The values of a new session; requests cannot set them. */
    sessionDefaults: (now: Date): FieldValues => defaultsOf(sessionFields, now),
    showSessionValues: (additional: FieldValues): FieldValues => showValues(shownOfSessions, additional),
    /** Identifies the set of returned fields, to detect changes of the configuration. */
    signature: JSON.stringify([
      ...shown.map(([name, { type }]) => [name, type]),
      ...shownOfSessions.map(([name, { type }]) => ['session', name, type]),
    ]),
    /** Reads the values in a body. Throws if a required one is missing or one has the wrong type. */
    read: (body: object, bringing: InputSource): FieldValues => {
      const values: FieldValues = {};
      for (const [name, field] of all) {
        const value = readValue(name, field, { body, bringing });
        if (value !== undefined) values[name] = value;
      }
      return values;
    },
    /** Picks the valid values from a provider's profile; a number is accepted for a string. */
    readMapped: (given: object): FieldValues => readMapped(all, given),
    /** The default values of a new user. */
    defaults: (now: Date): FieldValues => defaultsOf(all, now),
    /** Maps a row for replies, without fields that are not configured or not returned. */
    show: ({ additional, isEmailPassedOn: _mark, ...user }: Row): AuthUser => ({
      ...user,
      ...showValues(shown, additional),
    }),
    showValues: (additional: FieldValues): FieldValues => showValues(shown, additional),
    /** Throws if another user has the same value of a unique field. Holds until the transaction ends. */
    claim: async (em: EntityManager, userId: string, values: FieldValues): Promise<void> => {
      for (const [name, { unique }] of all)
        if (unique && values[name] !== undefined && values[name] !== null)
          await claimValue(em, userId, { [name]: values[name] });
    },
  };
};

type Row = AuthUser & { additional: FieldValues; isEmailPassedOn: boolean };

type Named = [string, AdditionalField][];

type Shown = [string, { type: FieldType }][];

const open = <Shape extends typeof AuthUser | typeof AuthSession>(usual: Shape, shown: Shown): Shape => {
  const shape = Object.fromEntries(shown.map(([name, { type }]) => [name, shownAs[type].nullable()]));
  // Only the configuration knows the additional names; to the type system there are the common fields alone.
  return usual.extend(shape) as unknown as Shape;
};

/** Replies are not checked against the limits for input: an older configuration may have had others. */
const shownAs = {
  string: z.string(),
  number: z.number(),
  boolean: z.boolean(),
  date: z.string(),
  'string[]': z.array(z.string()),
  'number[]': z.array(z.number()),
};

/** A value stored while its field had another type counts as null. */
const showValues = (shown: Shown, additional: FieldValues): FieldValues =>
  Object.fromEntries(
    shown.map(([name, { type }]) => {
      const value = Object.hasOwn(additional, name) ? additional[name] : null;
      return [name, shownAs[type].safeParse(value).success ? (value ?? null) : null];
    }),
  );

const readValue = (
  name: string,
  field: AdditionalField,
  { body, bringing }: { body: object; bringing: InputSource },
): FieldValue | undefined => {
  const isOpen = field.input || bringing === 'admin';
  const given: unknown = isOpen && Object.hasOwn(body, name) ? body[name as keyof typeof body] : undefined;
  const isMissing =
    given === null || (given === undefined && bringing === 'sign-up' && field.defaultValue === undefined);
  if (isMissing && field.required) throw fieldErrors.Required(`${name} is required`);
  if (given === undefined || given === null) return given;
  const { success, data } = valueOf[field.type].safeParse(given);
  if (!success) throw fieldErrors.Invalid();
  return data;
};

const readMapped = (all: Named, given: object): FieldValues => {
  const values: FieldValues = {};
  for (const [name, { type }] of all) {
    const value: unknown = Object.hasOwn(given, name) ? given[name as keyof typeof given] : undefined;
    const isText = type === 'string' && typeof value === 'number';
    const read = valueOf[type].safeParse(isText ? String(value) : value);
    if (read.success) values[name] = read.data;
  }
  return values;
};

type WithDefault = { type: FieldType; defaultValue?: unknown };

const defaultsOf = (fields: [string, WithDefault][], now: Date): FieldValues =>
  Object.fromEntries(
    fields
      .filter(([, { defaultValue }]) => defaultValue !== undefined)
      .map(([name, field]) => [name, defaultOf(field, now)]),
  );

const defaultOf = ({ type, defaultValue }: WithDefault, now: Date): FieldValue => {
  if (type === 'date' && defaultValue === timeOfSignUp) return now.toISOString();
  return valueOf[type].parse(defaultValue);
};

const claimValue = async (em: EntityManager, userId: string, value: FieldValues): Promise<void> => {
  const [name = ''] = Object.keys(value);
  const text = JSON.stringify(value);
  // Lock: the second of two concurrent transactions with the same value waits, then sees the first.
  await em.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`users.additional ${text}`]);
  const others = await sql(em, 'SELECT 1 FROM users WHERE additional @> $1::jsonb AND id <> $2 LIMIT 1', [
    text,
    userId,
  ]);
  if (others.length > 0) throw fieldErrors.Taken(`${name} is already taken`);
};
