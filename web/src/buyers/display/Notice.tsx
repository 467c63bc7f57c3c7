import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import buttons from '../form/Controls.module.css';
import classes from './Notice.module.css';
import { type SellerFacts, SellerFoot, SellerHead } from './Seller.tsx';
import { useTitle } from './use-title.ts';

type Props = {
  title: string;
  text: ReactNode;
  isBusy?: boolean;
  /** The notice replaces focused content: it takes the focus. */
  isInterruption?: boolean;
  /** The seller of the page, where known. */
  seller?: SellerFacts;
  action?: { label: string; act: () => unknown };
  children?: ReactNode;
};

/** A full page with a single message. */
export const Notice = (props: Props) => {
  const { title, text, isBusy = false, isInterruption = false, seller, action, children } = props;
  useTitle(title);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isInterruption) heading.current?.focus();
  }, [isInterruption]);
  const card = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current } = card;
    return () => {
      if (current?.contains(document.activeElement)) queueMicrotask(readOn);
    };
  }, []);
  return (
    <main className={classes.page}>
      {seller && <SellerHead seller={seller} />}
      <div ref={card} className={classes.card} aria-live="polite" aria-busy={isBusy}>
        {isBusy ? <span className={classes.spinner} aria-hidden /> : null}
        <h1 ref={heading} tabIndex={-1} className={classes.title}>
          {title}
        </h1>
        <p className={classes.text}>{text}</p>
        {action && (
          <button type="button" className={buttons.secondary} onClick={() => void action.act()}>
            {action.label}
          </button>
        )}
        {children}
      </div>
      <SellerFoot seller={seller} />
    </main>
  );
};

/** When a focused notice is unmounted, moves the focus to the new heading, unless the page is being left. */
const readOn = (): void => {
  const heading = document.querySelector('h1');
  if (heading === null || document.activeElement !== document.body) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
};
