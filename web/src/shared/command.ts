import type { ComponentType } from 'react';
import type { Key } from '../i18n/catalogues.ts';

/** A thing to do from anywhere, found by its name with ⌘K. */
export type Command = {
  /** Of the catalogue `app`, which every page has. */
  label: Key;
  /** Where it stands among the others. */
  group: 'go' | 'create';
  icon: ComponentType<{ size: number; 'aria-hidden': true }>;
  /** Where it leads, in the organization at this slug. */
  to: (slug: string) => string;
  /** Only where the clock can be moved. */
  isOfClock?: boolean;
};
