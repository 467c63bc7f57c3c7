/** Acts that end the page they are done on. */
import { useCallback } from 'react';
import { useDispatch, useStore } from 'react-redux';
import { leaveAsked, selectHasUnsaved, selectMayLeave, unsavedGivenUp, unsavedKept } from '../api/unsaved.ts';

type State = Parameters<typeof selectHasUnsaved>[0];

/**
 * Does what makes somebody else of who is signed in, or nobody, unless something unsaved is to stay. Asked only afterwards,
 * whoever stays would save it as the other. `act` answers whether it was done.
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

/** Gives up what was typed about a thing that has just been deleted: there is nothing left to save it to. */
export const useGiveUp = (): (() => void) => {
  const dispatch = useDispatch();
  return useCallback(() => void dispatch(unsavedGivenUp()), [dispatch]);
};
