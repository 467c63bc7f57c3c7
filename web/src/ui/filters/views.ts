import { useState } from 'react';

/** A view of a list: its filters and sorting as a query string. */
export type View = { name: string; chosen: string };

const most = 20;
const keyOf = (list: string): string => `tessera:views:${list}`;

const isView = (value: unknown): value is View =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as View).name === 'string' &&
  typeof (value as View).chosen === 'string';

const read = (list: string): View[] => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(list)) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isView) : [];
  } catch {
    return [];
  }
};

/** The saved views of a list, stored on this device. Saving under an existing name replaces that view. */
export const useViews = (list: string) => {
  const [views, setViews] = useState(() => read(list));
  const keep = (next: View[]) => {
    setViews(next);
    try {
      localStorage.setItem(keyOf(list), JSON.stringify(next));
    } catch {
      // Without storage they last until the page is left.
    }
  };
  return {
    views,
    save: (view: View) => keep([...views.filter(({ name }) => name !== view.name), view].slice(-most)),
    remove: (name: string) => keep(views.filter((view) => view.name !== name)),
  };
};
