import { useState } from 'react';
import { copyText } from './copy-text.ts';

/** Copies a text, and reports success for a moment. Where that fails the text can still be selected by hand. */
export const useCopied = (text: string): { isCopied: boolean; copy: () => Promise<void> } => {
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    if (!(await copyText(text))) return;
    setIsCopied(true);
    setTimeout(() => setIsCopied(false), 2000);
  };
  return { isCopied, copy };
};
