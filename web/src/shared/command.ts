import type { ComponentType } from 'react';
import type { Key } from '../i18n/catalogues.ts';

/** A command of the command palette (⌘K). */
export type Command = {
  /** A key of the namespace `app`, which every page loads. */
  label: Key;
  /** Its group in the list. */
  group: 'go' | 'create';
  icon: ComponentType<{ size: number; 'aria-hidden': true }>;
  /** Its address in the organization with this slug. */
  to: (slug: string) => string;
  /** Only available where the clock can be moved. */
  isOfClock?: boolean;
};
