/** Keys of an options schema, to compare a reference with the options that are really read. */
import type { z } from 'zod';

type Schema = z.core.$ZodTypes;

/**
 * Returns every allowed key as a path: `session.cookieCache.maxAge`. In records, `<name>` stands for keys that the
 * user chooses. A key whose value is an object is not listed itself.
 */
export const optionKeys = (schema: z.ZodType, path = ''): string[] => {
  const { def } = bare(schema as unknown as Schema)._zod;
  if (def.type === 'object')
    return Object.entries(def.shape).flatMap(([key, inner]) =>
      optionKeys(inner as z.ZodType, path === '' ? key : `${path}.${key}`),
    );
  if (def.type === 'record' && bare(def.valueType as Schema)._zod.def.type === 'object')
    return optionKeys(def.valueType as z.ZodType, `${path}.<name>`);
  return [path];
};

/** Unwraps optional, nullable, default, read-only and piped schemas. */
const bare = (schema: Schema): Schema => {
  const { def } = schema._zod;
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'readonly':
      return bare(def.innerType as Schema);
    case 'pipe': {
      const out = def.out as Schema;
      return bare(out._zod.def.type === 'transform' ? (def.in as Schema) : out);
    }
    default:
      return schema;
  }
};

/** A row of a Markdown reference: `| \`key\` | default | meaning | test |`. `default` null: none. */
export type ReferenceRow = { key: string; default: unknown; meaning: string; test: string };

/** Reads the keys and defaults of the section "Options", whose table has no column for tests. */
export const readOptions = (markdown: string): Pick<ReferenceRow, 'key' | 'default'>[] => {
  const section = markdown.split(/^## /m).find((text) => text.startsWith('Options\n')) ?? '';
  return [...section.matchAll(/^\| `([^`]+)` \| ([^|]+?) \|/gm)].map(([, key = '', text = '']) => ({
    key,
    default: defaultOf(text),
  }));
};

const defaultOf = (text: string): unknown =>
  text.startsWith('`') ? (JSON.parse(text.slice(1, -1)) as unknown) : null;

/** Reads the rows of all tables of a reference. */
export const readReference = (markdown: string): ReferenceRow[] =>
  [...markdown.matchAll(/^\| `([^`]+)` \| (.+?) \| (.+?) \| `([^`]+)` \|$/gm)].map(
    ([, key = '', text = '', meaning = '', test = '']) => ({
      key,
      default: defaultOf(text),
      meaning,
      test,
    }),
  );
