import { useEffect } from 'react';
import { useSelector, useStore } from 'react-redux';
import { useBlocker } from 'react-router';
import { selectHasUnsaved } from '../api/unsaved.ts';
import { t } from '../i18n/t.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';

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
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [hasUnsaved]);
  return (
    <ConfirmDialog
      isOpen={blocker.state === 'blocked'}
      title={t('app:leaveWithoutSaving')}
      action={t('app:leave')}
      wayOut={t('app:stay')}
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    >
      {t('app:whatYouChanged')}
    </ConfirmDialog>
  );
};
