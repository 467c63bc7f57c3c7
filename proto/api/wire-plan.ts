/** What a shape says of the nodes in a value: its keys, its items, and what may stand there. Read once a shape. */
import { z } from 'zod';

export type Schema = z.core.$ZodType;
/** A node in a value, and all shapes that may stand there; they are read when a value first has the node. */
export type Node = { schemas: Set<Schema>; plan: Plan | null };
/** What is known of a node: its keys and items, whichever option of a union they come from. */
export type Plan = {
  keys: Map<string, Node> | null;
  items: Node | null;
  /** What stands under the keys of a record, where that has declared keys of its own. */
  values: Node | null;
  isDate: boolean;
  /** Undeclared keys leave the process: the shape says of itself that it is open. */
  isOpen: boolean;
  /** Undeclared keys of a request are judged by the shape: all of them, a few to be named in its refusal, or none. */
  judges: 'all' | 'few' | 'none';
  /** Most items that the shape may take. */
  maxItems: number;
};

const leaf: Plan = {
  keys: null,
  items: null,
  values: null,
  isDate: false,
  isOpen: false,
  judges: 'all',
  maxItems: Number.POSITIVE_INFINITY,
};
const plans = new WeakMap<Schema, Plan>();

export const planOf = (schema: Schema): Plan => {
  const known = plans.get(schema);
  if (known) return known;
  const plan = readShapes([schema]);
  plans.set(schema, plan);
  return plan;
};

/** Options of a union share one plan: a key means the same in each of them. */
export const planAt = (node: Node | null | undefined): Plan => {
  if (!node) return leaf;
  return (node.plan ??= readNode(node.schemas));
};

const readNode = (schemas: Set<Schema>): Plan => {
  const [first, ...others] = schemas;
  return first && others.length === 0 ? planOf(first) : readShapes(schemas);
};

/** Reads shapes down to their next keys and items only: a shape may contain itself (a meter's filter does). */
const readShapes = (schemas: Iterable<Schema>): Plan => {
  const plan: Plan = { ...leaf, judges: 'none', maxItems: 0 };
  let isList = false;
  const waiting = new Set(schemas);
  // A set hands out what is added during the walk, and each member once.
  for (const schema of waiting) {
    const { def } = (schema as z.core.$ZodTypes)._zod;
    if (def.type === 'date') plan.isDate = true;
    else if (def.type === 'array') {
      isList = true;
      plan.items = withShape(plan.items, def.element);
      plan.maxItems = Math.max(plan.maxItems, maxItemsOf(def));
    } else if (def.type === 'object') {
      plan.keys ??= new Map<string, Node>();
      for (const [key, inner] of Object.entries(def.shape))
        plan.keys.set(key, withShape(plan.keys.get(key), inner));
      readCatchall(plan, def.catchall as z.core.$ZodTypes | undefined);
    } else if (takesObjects.has(def.type)) {
      plan.judges = 'all';
      if (def.type === 'record' && planOf(def.valueType).keys)
        plan.values = withShape(plan.values, def.valueType);
    } else for (const inner of wrappedBy(def)) waiting.add(inner);
  }
  if (!isList) plan.maxItems = Number.POSITIVE_INFINITY;
  return plan;
};

/** Shapes that look at an object's keys, whichever they are. */
const takesObjects = new Set(['record', 'map', 'any', 'unknown', 'custom', 'transform']);

const readCatchall = (plan: Plan, catchall: z.core.$ZodTypes | undefined): void => {
  if (!catchall) return;
  if (catchall._zod.def.type === 'never') plan.judges = plan.judges === 'all' ? 'all' : 'few';
  else {
    plan.judges = 'all';
    plan.isOpen = true;
  }
};

const maxItemsOf = ({ checks }: z.core.$ZodArrayDef): number =>
  Math.min(
    Number.POSITIVE_INFINITY,
    ...(checks ?? []).map(({ _zod: { def } }) =>
      def.check === 'max_length' ? (def as z.core.$ZodCheckMaxLengthDef).maximum : Number.POSITIVE_INFINITY,
    ),
  );

const withShape = (node: Node | null | undefined, schema: Schema): Node => ({
  schemas: new Set(node?.schemas).add(schema),
  plan: null,
});

/** The shapes that stand at the same node as the one that wraps or combines them. */
const wrappedBy = (def: z.core.$ZodTypes['_zod']['def']): readonly Schema[] => {
  switch (def.type) {
    case 'union':
      return def.options;
    case 'intersection':
      return [def.left, def.right];
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
    case 'catch':
      return [def.innerType];
    case 'pipe':
      return [def.in];
    case 'lazy':
      return [def.getter()];
    default:
      return [];
  }
};
