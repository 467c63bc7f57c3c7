import { type ReactNode, useEffect, useRef } from 'react';

/** Marks the option selected by keyboard: the library only sets `data-selected`, and leaves the focus where it is. */
const announce = (list: HTMLElement): void => {
  const input = document.querySelector(`[aria-controls="${list.id}"]`);
  let chosen: string | null = null;
  for (const [at, option] of list.querySelectorAll('[role="option"]').entries()) {
    option.id = `${list.id}-${at}`;
    const isChosen = option.hasAttribute('data-selected');
    option.setAttribute('aria-selected', String(isChosen));
    if (isChosen) chosen = option.id;
  }
  if (chosen) input?.setAttribute('aria-activedescendant', chosen);
  else input?.removeAttribute('aria-activedescendant');
};

// No HTML element is a list controlled by another field.
const listbox = { role: 'listbox' } as const;

type Props = { id: string; label: string; children: ReactNode };

/** The results of a search for assistive technology: a listbox, controlled by the field that refers to its id. */
export const Results = ({ id, label, children }: Props) => {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const list = ref.current;
    if (!list) return;
    const observer = new MutationObserver(() => announce(list));
    observer.observe(list, { subtree: true, childList: true, attributeFilter: ['data-selected'] });
    announce(list);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={ref} id={id} {...listbox} aria-label={label}>
      {children}
    </div>
  );
};
