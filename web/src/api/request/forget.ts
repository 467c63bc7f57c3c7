import { useEffect, useRef } from 'react';
import { useDispatch } from 'react-redux';
import { api } from './base.ts';
import { tagOf, tagTypes } from './tags.ts';

/**
 * Invalidates the cache of a deleted thing, of any kind, once its page is left; the page calls the returned function
 * after the deletion. A page that still is mounted would request it again; navigating back shows the server's present
 * state.
 */
export const useForgetWhenLeft = (id: string): (() => void) => {
  const dispatch = useDispatch();
  const isGone = useRef(false);
  useEffect(
    () => () => {
      if (!isGone.current) return;
      // Later parts of the page, in the order of rendering, unsubscribe only after this.
      queueMicrotask(() => dispatch(api.util.invalidateTags(tagTypes.map((type) => tagOf(type, id)))));
    },
    [dispatch, id],
  );
  return () => {
    isGone.current = true;
  };
};
