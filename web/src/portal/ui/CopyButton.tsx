import { useState } from 'react';
import { t } from '../i18n.ts';
import { Button } from './Button.tsx';

/** Copies a text, and says that it has. */
export const CopyButton = ({ text }: { text: string }) => {
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    // Without the right to it the text can still be marked and copied by hand.
    const isDone = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
    if (!isDone) return;
    setIsCopied(true);
    setTimeout(() => setIsCopied(false), 2000);
  };
  return (
    <Button kind="secondary" onPress={copy}>
      <span aria-live="polite">{t(isCopied ? 'copied' : 'copy')}</span>
    </Button>
  );
};
