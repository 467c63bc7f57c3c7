/** The keys of an options shape, so that a reference can be compared with what is really read. */
import type { z } from 'zod';

type Schema = z.core.$ZodTypes;

/**
 * Every key that may be given, as a path: `session.cookieCache.maxAge`. What stands under names of the caller's own
 * choice has `<name>` in it. A key whose value is an object is not listed itself.
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

/** The shape inside what makes it optional, gives it a default or reads it before. */
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

/** A row of a reference in Markdown: `| \`key\` | default | meaning | test |`. `default` is null where there is none. */
export type ReferenceRow = { key: string; default: unknown; meaning: string; test: string };

/** The rows of the section "Options", whose table names no tests: keys with their defaults. */
export const readOptions = (markdown: string): Pick<ReferenceRow, 'key' | 'default'>[] => {
  const section = markdown.split(/^## /m).find((text) => text.startsWith('Options\n')) ?? '';
  return [...section.matchAll(/^\| `([^`]+)` \| ([^|]+?) \|/gm)].map(([, key = '', text = '']) => ({
    key,
    default: defaultOf(text),
  }));
};

const defaultOf = (text: string): unknown =>
  text.startsWith('`') ? (JSON.parse(text.slice(1, -1)) as unknown) : null;

/** The rows of all tables of a reference. */
export const readReference = (markdown: string): ReferenceRow[] =>
  [...markdown.matchAll(/^\| `([^`]+)` \| (.+?) \| (.+?) \| `([^`]+)` \|$/gm)].map(
    ([, key = '', text = '', meaning = '', test = '']) => ({
      key,
      default: defaultOf(text),
      meaning,
      test,
    }),
  );
