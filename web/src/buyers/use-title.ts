import { useEffect } from 'react';

/** What the window is called while a part of the page is shown. */
export const useTitle = (title: string): void => {
  useEffect(() => {
    document.title = title;
  }, [title]);
};
