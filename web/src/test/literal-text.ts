/** Finds user-visible text in code that should be a key of a catalogue. */
import { parseSync } from 'vite';

/** A node of the syntax tree; every child is a node or a list of nodes. */
export type Node = { type: string; start: number; end: number; [key: string]: unknown };

export type Finding = { text: string; start: number; end: number; node: Node; path: Node[] };

/** Attributes and properties whose values are not visible to users. */
const silent = new Set([
  ...[
    'className',
    'aria-keyshortcuts',
    'classNames',
    'style',
    'styles',
    'key',
    'id',
    'type',
    'href',
    'to',
    'path',
    'rel',
    'd',
  ],
  ...[
    'variant',
    'size',
    'color',
    'c',
    'radius',
    'name',
    'autoComplete',
    'viewBox',
    'fill',
    'src',
    'method',
    'code',
  ],
  ...['fontFamily', 'i18nKey', 'mode', 'component', 'displayName', 'accept', 'media', 'dateTime', 'field'],
  ...['providesTags', 'invalidatesTags', 'tagTypes'],
]);

/** Calls whose texts are not visible to users; errors are for developers. */
const silentCalls = new Set([
  'Error',
  'TypeError',
  'Symbol',
  'DisplayNames',
  't',
  'page',
  'matches',
  'querySelector',
  'querySelectorAll',
  'RegExp',
  'tagOf',
  'listOf',
  'matchMedia',
]);

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

const childrenOf = (node: Node): [string, Node][] =>
  Object.entries(node).flatMap(([key, value]): [string, Node][] =>
    Array.isArray(value)
      ? value.filter(isNode).map((child) => [key, child])
      : isNode(value)
        ? [[key, value]]
        : [],
  );

const nameOf = (node: unknown): string => {
  if (!isNode(node)) return '';
  if (node.type === 'MemberExpression') return nameOf(node['property']);
  return typeof node['name'] === 'string'
    ? node['name']
    : typeof node['value'] === 'string'
      ? node['value']
      : '';
};

/** Two words, or one word with a capital letter, as at the start of a sentence. */
const isProse = (text: string): boolean =>
  /\p{L}+,? \p{L}/u.test(text) ||
  /^\p{Lu}[\p{L}-]*\p{Ll}[.!?…]?$/u.test(text.trim()) ||
  /\p{L}[.!?…] /u.test(text);

const isSilent = (node: Node): boolean => {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration':
      return isNode(node['source']);
    case 'ImportExpression':
      return true;
    case 'JSXAttribute':
      return silent.has(nameOf(node['name']));
    case 'Property':
      return silent.has(nameOf(node['key']));
    case 'CallExpression':
    case 'NewExpression':
      return silentCalls.has(nameOf(node['callee']));
    case 'BinaryExpression':
      return ['===', '!==', 'in'].includes(String(node['operator']));
    case 'SwitchCase':
      return false;
    default:
      return (
        node.type.startsWith('TS') &&
        !['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression'].includes(node.type)
      );
  }
};

const textOf = (node: Node): string | null => {
  if (node.type === 'JSXText')
    return /\p{L}/u.test(String(node['value'])) ? String(node['value']).trim() : null;
  if (node.type === 'Literal')
    return typeof node['value'] === 'string' && isProse(node['value']) ? node['value'] : null;
  if (node.type !== 'TemplateLiteral') return null;
  const words = (node['quasis'] as { value: { cooked: string } }[]).map(({ value }) => value.cooked);
  return words.some(
    (part) => isProse(part) || (/(^|\s)\p{L}{2,}(\s|[.,!?]|$)/u.test(part) && /\s/.test(part)),
  )
    ? words.join('{}')
    : null;
};

/** Whether a node is an identifier and not text: property keys, member names and tests of switches. */
const isName = (key: string, parent: Node): boolean =>
  (parent.type === 'Property' && key === 'key') ||
  (parent.type === 'SwitchCase' && key === 'test') ||
  (parent.type === 'MemberExpression' && key === 'property');

export const parse = (file: string, source: string): Node => {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} cannot be read: ${errors[0]?.message}`);
  return program as unknown as Node;
};

/** Returns every text in a file that looks user-visible. */
export const findLiteralText = (file: string, source: string): Finding[] => {
  const found: Finding[] = [];
  const walk = (node: Node, path: Node[]): void => {
    if (isSilent(node)) return;
    const text = textOf(node);
    if (text !== null) found.push({ text, start: node.start, end: node.end, node, path });
    for (const [key, child] of childrenOf(node)) if (!isName(key, node)) walk(child, [...path, node]);
  };
  walk(parse(file, source), []);
  return found;
};

export type TextCall = { keys: string[]; values: string[] | null; isEarly: boolean };

const functions = new Set(['ArrowFunctionExpression', 'FunctionExpression', 'FunctionDeclaration']);

/** Returns the literals that an expression can evaluate to: both branches of a conditional. */
const literalsOf = (node: Node | undefined): string[] => {
  if (!node) return [];
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? [node['value']] : [];
  if (node.type !== 'ConditionalExpression') return [];
  return [...literalsOf(node['consequent'] as Node), ...literalsOf(node['alternate'] as Node)];
};

/** Returns an object's property names; null when it is not a literal or has a spread. */
const namesOf = (node: Node | undefined): string[] | null => {
  if (!node) return [];
  if (node.type !== 'ObjectExpression') return null;
  const properties = node['properties'] as Node[];
  return properties.some(({ type }) => type !== 'Property')
    ? null
    : properties.map((property) => nameOf(property['key']));
};

const attributeOf = (element: Node, name: string): Node | undefined => {
  const attribute = (element['attributes'] as Node[]).find((one) => nameOf(one['name']) === name);
  const value = attribute?.['value'];
  if (!isNode(value)) return undefined;
  return value.type === 'JSXExpressionContainer' ? (value['expression'] as Node) : value;
};

/** Returns every `t(...)` and `<Trans>` of a file, with the names of the passed values. */
export const findCalls = (file: string, source: string): TextCall[] => {
  const found: TextCall[] = [];
  const walk = (node: Node, isEarly: boolean): void => {
    if (node.type === 'CallExpression' && nameOf(node['callee']) === 't') {
      const [key, values] = node['arguments'] as Node[];
      found.push({ keys: literalsOf(key), values: namesOf(values), isEarly });
    }
    if (node.type === 'JSXOpeningElement' && /^(Rare)?Trans$/.test(nameOf(node['name'])))
      found.push({
        keys: literalsOf(attributeOf(node, 'i18nKey')),
        values: namesOf(attributeOf(node, 'values')),
        isEarly,
      });
    for (const [, child] of childrenOf(node)) walk(child, isEarly && !functions.has(node.type));
  };
  walk(parse(file, source), true);
  return found;
};

/** Returns every possible key in a file: whole keys, and the prefixes of composed ones. */
export const findKeys = (file: string, source: string): { text: string; isWhole: boolean }[] => {
  const found: { text: string; isWhole: boolean }[] = [];
  const walk = (node: Node): void => {
    if (node.type === 'Literal' && typeof node['value'] === 'string' && /^[\w-]+:[\w.]+$/.test(node['value']))
      found.push({ text: node['value'], isWhole: true });
    if (node.type === 'TemplateLiteral') {
      const [first] = node['quasis'] as { value: { cooked: string } }[];
      if (first && /^[\w-]+:[\w.]*$/.test(first.value.cooked))
        found.push({ text: first.value.cooked, isWhole: false });
    }
    for (const [, child] of childrenOf(node)) walk(child);
  };
  walk(parse(file, source));
  return found;
};
