import { useState } from 'react';

/** Copies a text, and reports success for a moment. */
export const useCopied = (text: string): { isCopied: boolean; copy: () => Promise<void> } => {
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    // Without clipboard permission the text can still be selected and copied by hand.
    const isDone = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
    if (!isDone) return;
    setIsCopied(true);
    setTimeout(() => setIsCopied(false), 2000);
  };
  return { isCopied, copy };
};
