/** What is sent from a dialog, whichever library draws it. */
import { createContext, useContext, useEffect } from 'react';

/** Tells the dialog around whether what was decided in it is on its way. */
export const Sending = createContext<(isSending: boolean) => void>(() => undefined);

/** For as long as it `isSending`, the dialog around stays: closed, it could not say that it went wrong. */
export const useSending = (isSending: boolean): void => {
  const tell = useContext(Sending);
  useEffect(() => {
    if (!isSending) return;
    tell(true);
    return () => tell(false);
  }, [isSending, tell]);
};
