import { useHotkeys } from '@mantine/hooks';
import { useCallback, useEffect, useState } from 'react';

/** Opened by the button, by ⌘K or Ctrl K. Input before its field is mounted is kept. */
export const usePalette = () => {
  const [isWanted, setWanted] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const [query, setQuery] = useState('');
  const open = () => {
    setWanted(true);
    setOpen(true);
  };
  const close = useCallback(() => {
    setQuery('');
    setOpen(false);
  }, []);
  useHotkeys([['mod+K', () => (isOpen ? close() : open())]], []);
  useEffect(() => {
    if (!isOpen) return;
    const take = (event: KeyboardEvent): void => {
      const isInside = event.target instanceof Element && event.target.closest('[role="dialog"]') !== null;
      if (isInside || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === 'Escape') return close();
      // Names of non-printing keys are longer than one character.
      if (event.key.length !== 1) return;
      event.preventDefault();
      setQuery((typed) => typed + event.key);
    };
    window.addEventListener('keydown', take);
    return () => window.removeEventListener('keydown', take);
  }, [isOpen, close]);
  return { isWanted, isOpen, query, setQuery, open, close };
};
