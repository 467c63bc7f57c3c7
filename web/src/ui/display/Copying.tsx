import type { ReactNode } from 'react';
import { useCopied } from './use-copied.ts';

type Props = { value: string; children: (state: { copied: boolean; copy: () => void }) => ReactNode };

/** Gives a button what copies the value, and whether that was just done. */
export const Copying = ({ value, children }: Props) => {
  const { isCopied, copy } = useCopied(value);
  return children({ copied: isCopied, copy: () => void copy() });
};
