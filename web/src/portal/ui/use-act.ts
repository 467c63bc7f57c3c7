import { useRef, useState } from 'react';
import type { Answer, Failure } from '../../buyers/request/call.ts';

/** Runs one action at a time, with the last failure. Returns the result, or null. */
export const useAct = () => {
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const isUnderWay = useRef(false);
  const run = async <Value>(act: () => Promise<Answer<Value>>): Promise<Value | null> => {
    if (isUnderWay.current) return null;
    isUnderWay.current = true;
    setIsBusy(true);
    setFailure(null);
    const { data, error } = await act();
    isUnderWay.current = false;
    setIsBusy(false);
    setFailure(error);
    return error ? null : data;
  };
  return { isBusy, failure, run };
};
