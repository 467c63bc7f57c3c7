import { useEffect } from 'react';
import type { CheckoutPublic } from '../api.ts';
import { t } from '../i18n.ts';
import classes from './EmbedClose.module.css';
import { isEmbedded, postToEmbedder } from './embed.ts';

type Props = { checkout: CheckoutPublic; isHeld?: boolean };

/** Closes the checkout in another site's frame, by a button and by Escape; disabled while a payment is processed. */
export const EmbedClose = ({ checkout, isHeld = false }: Props) => {
  useEffect(() => {
    if (!isEmbedded() || isHeld) return;
    const close = (event: KeyboardEvent) => {
      // An open dialog or list handles Escape first.
      if (event.key === 'Escape' && !event.defaultPrevented && !document.querySelector('dialog[open]'))
        postToEmbedder(checkout, { event: 'close' });
    };
    window.addEventListener('keydown', close);
    return () => window.removeEventListener('keydown', close);
  }, [checkout, isHeld]);
  if (!isEmbedded()) return null;
  return (
    <button
      type="button"
      className={classes.close}
      aria-label={t('embed.close')}
      disabled={isHeld}
      onClick={() => postToEmbedder(checkout, { event: 'close' })}
    >
      <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" focusable="false">
        <path d="M6 6l12 12M18 6L6 18" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
      </svg>
    </button>
  );
};
