import type { ReactNode } from 'react';
import { useSending } from '../../ui/dialogs/sending.ts';
import classes from './Button.module.css';

export type ButtonKind = 'primary' | 'secondary' | 'danger' | 'quiet';

type Props = {
  kind?: ButtonKind;
  isBusy?: boolean;
  isWide?: boolean;
  /** The accessible name, where the text alone is ambiguous. */
  label?: string;
  children: ReactNode;
} & ({ onPress: () => unknown } | { isSubmit: true });

/** A button. While its action is in progress it keeps the focus and ignores further presses. */
export const Button = ({ kind = 'primary', isBusy = false, isWide, label, children, ...act }: Props) => {
  useSending(isBusy);
  return (
    <button
      type={'isSubmit' in act ? 'submit' : 'button'}
      className={[classes['button'], classes[kind], isWide && classes['wide']].filter(Boolean).join(' ')}
      aria-disabled={isBusy}
      aria-label={label}
      onClick={(event) => {
        if (isBusy) event.preventDefault();
        else if ('onPress' in act) void act.onPress();
      }}
    >
      {children}
    </button>
  );
};
