import { lazy, Suspense, useSyncExternalStore } from 'react';
import { notices } from '../ui/dialogs/notify.ts';

const Shown = lazy(async () => ({ default: (await import('./ShownNotices.tsx')).ShownNotices }));

/**
 * Where notifications appear; their code is loaded with the first one. The region is there before: screen readers speak
 * what is added to a live region that they know, and often not one that comes with its text.
 */
export const Notices = () => {
  const isNeeded = useSyncExternalStore(notices.onNeeded, notices.isNeeded);
  return (
    <div aria-live="polite">
      {isNeeded && (
        <Suspense fallback={null}>
          <Shown />
        </Suspense>
      )}
    </div>
  );
};
