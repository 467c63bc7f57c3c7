import { lazy, Suspense, useEffect } from 'react';
import { useSelector, useStore } from 'react-redux';
import { useBlocker } from 'react-router';
import { selectHasUnsaved } from '../api/unsaved.ts';
import { t } from '../i18n/t.ts';

const ConfirmDialog = lazy(async () => ({
  default: (await import('../ui/ConfirmDialog.tsx')).ConfirmDialog,
}));

type State = Parameters<typeof selectHasUnsaved>[0];

/** Asks once before what was typed is lost: inside the application, and by closing or reloading the page. */
export const LeaveGuard = () => {
  const store = useStore<State>();
  // As it is at this very moment: a form that was just saved leads on before anything is rendered.
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname && selectHasUnsaved(store.getState()),
  );
  const hasUnsaved = useSelector(selectHasUnsaved);
  useEffect(() => {
    if (!hasUnsaved) return;
    const warn = (event: BeforeUnloadEvent) => {
      if (selectHasUnsaved(store.getState())) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [hasUnsaved, store]);
  const isBlocked = blocker.state === 'blocked';
  // Fetched with the first thing that can be lost.
  if (!hasUnsaved && !isBlocked) return null;
  return (
    <Suspense fallback={null}>
      <ConfirmDialog
        isOpen={isBlocked}
        title={t('app:leaveWithoutSaving')}
        action={t('app:leave')}
        wayOut={t('app:stay')}
        onConfirm={() => blocker.proceed?.()}
        onClose={() => blocker.reset?.()}
      >
        {t('app:whatYouChanged')}
      </ConfirmDialog>
    </Suspense>
  );
};
