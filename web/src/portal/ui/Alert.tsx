import { useEffect, useRef } from 'react';
import controls from '../../buyers/form/Controls.module.css';

/** The error of an action, scrolled into view and focused. */
export const Alert = ({ message }: { message: string | null }) => {
  const box = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (message !== null) box.current?.focus();
  }, [message]);
  return message === null ? null : (
    <p ref={box} role="alert" tabIndex={-1} className={controls.alert}>
      {message}
    </p>
  );
};
