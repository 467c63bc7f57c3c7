import { useEffect } from 'react';
import { browser } from './late-page.ts';
import { Splash } from './Splash.tsx';

/** An address of this site outside the dashboard: the browser loads it. */
export const AnotherDocument = () => {
  useEffect(() => browser.reload(), []);
  return <Splash />;
};
