import { useEffect } from 'react';

/** Sets the window's title while mounted, then restores the previous one. */
export const useTitle = (title: string): void => {
  useEffect(() => {
    const before = document.title;
    document.title = title;
    return () => {
      document.title = before;
    };
  }, [title]);
};
