/** Requests in flight of a dialog, independent of the library that renders it. */
import { createContext, useContext, useEffect } from 'react';

/** Tells the surrounding dialog whether a request is in flight. */
export const Sending = createContext<(isSending: boolean) => void>(() => undefined);

/** Keeps the surrounding dialog open while `isSending`: closed, it could not show a failure. */
export const useSending = (isSending: boolean): void => {
  const tell = useContext(Sending);
  useEffect(() => {
    if (!isSending) return;
    tell(true);
    return () => tell(false);
  }, [isSending, tell]);
};
