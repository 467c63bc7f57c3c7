import { lazy, Suspense, useSyncExternalStore } from 'react';
import { notices } from '../ui/dialogs/notify.ts';

const Shown = lazy(async () => ({ default: (await import('./ShownNotices.tsx')).ShownNotices }));

/** Where notifications appear; mounted with the first one. */
export const Notices = () =>
  useSyncExternalStore(notices.onNeeded, notices.isNeeded) && (
    <Suspense fallback={null}>
      <Shown />
    </Suspense>
  );
