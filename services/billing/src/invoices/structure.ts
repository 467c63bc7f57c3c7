/**
 * The logical structure of a document, which screen readers follow (tagged PDF: ISO 32000-1, 14.8). What is drawn in
 * no element is an artifact, which they skip.
 */
import type { Document } from './sheet.ts';

export const rightToLeft =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** `type`: a standard structure type, as in ISO 32000-1, 14.8.4. */
export type Element = { type: string; node: ReturnType<Document['struct']> };

/** Begins the structure; to be ended when everything is drawn. */
export const beginStructure = (doc: Document): Element => {
  const node = doc.struct('Document');
  doc.addStructure(node);
  return { type: 'Document', node };
};

/**
 * Adds an element at the end of another. `scope`: what the cell is the header of. `text`: what will be drawn in it,
 * needed if it may be read from right to left.
 */
export const addElement = (
  doc: Document,
  parent: Element,
  type: string,
  { scope, text = '' }: { scope?: 'Row' | 'Column'; text?: string } = {},
): Element => {
  // Such letters are drawn as they stand on the page, from left to right.
  const actual = rightToLeft.test(text) ? text : undefined;
  // The library knows the scope, its types do not.
  const options: object = { scope, actual };
  const node = doc.struct(type, options);
  parent.node.add(node);
  return { type, node };
};

/** Draws within an element, or as an artifact. Must stay on one page; an element may be drawn into repeatedly. */
export const drawIn = (doc: Document, element: Element | undefined, draw: () => void): void => {
  const content = element && doc.markStructureContent(element.type);
  if (!content) doc.markContent('Artifact');
  draw();
  doc.endMarkedContent();
  if (content) element.node.add(content);
};
