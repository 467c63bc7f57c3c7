import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import buttons from './Controls.module.css';
import classes from './Notice.module.css';
import { type SellerFacts, SellerFoot, SellerHead } from './Seller.tsx';
import { useTitle } from './use-title.ts';

type Props = {
  title: string;
  text: ReactNode;
  isBusy?: boolean;
  /** In place of what had the keyboard: reading goes on here. */
  isInterruption?: boolean;
  /** Whose page this is, where that is known. */
  seller?: SellerFacts;
  action?: { label: string; act: () => unknown };
  children?: ReactNode;
};

/** A whole page that says one thing. */
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

/** What had the keyboard is gone with its notice: reading goes on with what has come instead, unless that leads elsewhere. */
const readOn = (): void => {
  const heading = document.querySelector('h1');
  if (heading === null || document.activeElement !== document.body) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
};
