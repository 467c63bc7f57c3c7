import type { ComponentType } from 'react';
import type { Namespace } from '../i18n/catalogues.ts';
import type { Command } from './command.ts';

/** A page in a chunk of its own, loaded on the first visit; `children` are rendered inside it. */
export type PageRoute = { path: string | null; load: () => Promise<ComponentType>; children?: PageRoute[] };

/** A feature's pages, by the layout that they belong to, and its commands. */
export type FeatureRoutes = {
  /** The namespaces that its pages need. */
  words: readonly Namespace[];
  /** Without a session. */
  public?: PageRoute[];
  /** For signed-in users, without a layout. */
  signedIn?: PageRoute[];
  /** In the layout of personal pages. */
  personal?: PageRoute[];
  /** In the layout of the user's account. */
  account?: PageRoute[];
  /** In the layout of an organization. */
  organization?: PageRoute[];
  /** In the layout of an organization's settings. */
  settings?: PageRoute[];
  /** Its commands in the command palette. */
  commands?: Command[];
};

/** Defines a route of a feature. A path of null: a layout route without an address of its own. */
export const page = <Name extends string>(
  path: string | null,
  file: () => Promise<Record<Name, ComponentType>>,
  name: Name,
  children?: PageRoute[],
): PageRoute => ({ path, load: async () => (await file())[name], ...(children && { children }) });
