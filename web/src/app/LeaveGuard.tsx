import { lazy, Suspense, useEffect } from 'react';
import { useDispatch, useSelector, useStore } from 'react-redux';
import { useBlocker } from 'react-router';
import { leaveAnswered, selectHasUnsaved, selectIsLeaveAsked } from '../api/request/unsaved.ts';
import { t } from '../i18n/t.ts';

const ConfirmDialog = lazy(async () => ({
  default: (await import('../ui/dialogs/ConfirmDialog.tsx')).ConfirmDialog,
}));

type State = Parameters<typeof selectHasUnsaved>[0];

/**
 * Asks once before unsaved changes are lost: by navigation, by acts that end the page, by closing or reloading it.
 */
export const LeaveGuard = () => {
  const store = useStore<State>();
  // Reads the store directly: a form that was just saved navigates before the next render.
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
  const { isAsked, answer } = useQuestion();
  // Loaded with the first unsaved change.
  if (!hasUnsaved && !isBlocked && !isAsked) return null;
  return (
    <Suspense fallback={null}>
      <ConfirmDialog
        isOpen={isBlocked || isAsked}
        title={t('app:leaveWithoutSaving')}
        action={t('app:leave')}
        wayOut={t('app:stay')}
        onConfirm={() => (isAsked ? answer(true) : blocker.proceed?.())}
        onClose={() => (isAsked ? answer(false) : blocker.reset?.())}
      >
        {t('app:whatYouChanged')}
      </ConfirmDialog>
    </Suspense>
  );
};

/** The question before an act that ends the page (`useLeaveBy`). */
const useQuestion = () => {
  const isAsked = useSelector(selectIsLeaveAsked);
  const dispatch = useDispatch();
  return { isAsked, answer: (mayLeave: boolean) => void dispatch(leaveAnswered(mayLeave)) };
};
