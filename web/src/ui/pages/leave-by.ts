/** Actions that end the page they are called on. */
import { useCallback } from 'react';
import { useDispatch, useStore } from 'react-redux';
import {
  leaveAsked,
  selectHasUnsaved,
  selectMayLeave,
  unsavedGivenUp,
  unsavedKept,
} from '../../api/request/unsaved.ts';

type State = Parameters<typeof selectHasUnsaved>[0];

/**
 * Runs an action that changes the signed-in user, unless unsaved changes are to be kept: asked later, they would be
 * saved as the other user. `act` returns whether it succeeded.
 */
export const useLeaveBy = () => {
  const store = useStore<State>();
  return useCallback(
    async (act: () => Promise<boolean>): Promise<void> => {
      if (selectHasUnsaved(store.getState()) && !(await askToLeave(store))) return;
      store.dispatch(unsavedGivenUp());
      if (!(await act())) store.dispatch(unsavedKept());
    },
    [store],
  );
};

const askToLeave = (store: ReturnType<typeof useStore<State>>): Promise<boolean> =>
  new Promise((resolve) => {
    store.dispatch(leaveAsked());
    const stop = store.subscribe(() => {
      const answer = selectMayLeave(store.getState());
      if (answer === null) return;
      stop();
      resolve(answer);
    });
  });

/** Discards unsaved changes of a thing that was just deleted: they cannot be saved any more. */
export const useGiveUp = (): (() => void) => {
  const dispatch = useDispatch();
  return useCallback(() => void dispatch(unsavedGivenUp()), [dispatch]);
};
