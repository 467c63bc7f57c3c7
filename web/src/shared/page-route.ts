import type { ComponentType } from 'react';
import type { Namespace } from '../i18n/catalogues.ts';
import type { Command } from './command.ts';

/** A page in a file of its own, loaded when it is first visited; `children` are shown inside it. */
export type PageRoute = { path: string | null; load: () => Promise<ComponentType>; children?: PageRoute[] };

/** A feature's pages, by the part of the application that they stand in, and its commands. */
export type FeatureRoutes = {
  /** The catalogues that its pages are written with. */
  words: readonly Namespace[];
  /** For anyone. */
  public?: PageRoute[];
  /** For people who are signed in, without a frame around. */
  signedIn?: PageRoute[];
  /** In the frame of what belongs to a person. */
  personal?: PageRoute[];
  /** Among the sections of one's own account. */
  account?: PageRoute[];
  /** In the frame of an organization. */
  organization?: PageRoute[];
  /** Among an organization's settings. */
  settings?: PageRoute[];
  /** What can be done with it from anywhere. */
  commands?: Command[];
};

/** One row of a feature's table. A path of null: a frame around its children, at no address of its own. */
export const page = <Name extends string>(
  path: string | null,
  file: () => Promise<Record<Name, ComponentType>>,
  name: Name,
  children?: PageRoute[],
): PageRoute => ({ path, load: async () => (await file())[name], ...(children && { children }) });
