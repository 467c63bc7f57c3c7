import { useCopied } from '../../ui/display/use-copied.ts';
import { t } from '../i18n.ts';
import { Button } from './Button.tsx';

/** Copies a text, and reports success. */
export const CopyButton = ({ text }: { text: string }) => {
  const { isCopied, copy } = useCopied(text);
  return (
    <Button kind="secondary" onPress={copy}>
      <span aria-live="polite">{t(isCopied ? 'copied' : 'copy')}</span>
    </Button>
  );
};
