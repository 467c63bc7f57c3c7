import { useEffect, useRef } from 'react';
import { useDispatch } from 'react-redux';
import { api } from './base.ts';
import { tagOf, tagTypes } from './tags.ts';

/**
 * Forgets what is known of a thing, whatever kind it is, once it was deleted (which the answer is to be told) and its page was
 * left: the way back leads to what the server says of it then. A page that still stands would ask for it once more.
 */
export const useForgetWhenLeft = (id: string): (() => void) => {
  const dispatch = useDispatch();
  const isGone = useRef(false);
  useEffect(
    () => () => {
      if (isGone.current) dispatch(api.util.invalidateTags(tagTypes.map((type) => tagOf(type, id))));
    },
    [dispatch, id],
  );
  return () => {
    isGone.current = true;
  };
};
