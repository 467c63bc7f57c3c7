import { useEffect } from 'react';

/** What the window is called while a part of the page is shown; then as it was called before. */
export const useTitle = (title: string): void => {
  useEffect(() => {
    const before = document.title;
    document.title = title;
    return () => {
      document.title = before;
    };
  }, [title]);
};
