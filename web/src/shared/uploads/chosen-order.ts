type Named = { id: string };

/** Inserts an item before those that were chosen after it. */
export type Put = <Item extends Named>(present: readonly Item[], item: Item) => Item[];

/** Keeps the order in which files were chosen: small ones finish first. */
export const createChosenOrder = () => {
  let chosen = 0;
  const places = new Map<string, number>();
  const put =
    (place: number): Put =>
    (present, item) => {
      places.set(item.id, place);
      const later = present.findIndex(({ id }) => (places.get(id) ?? 0) > place);
      return later === -1 ? [...present, item] : [...present.slice(0, later), item, ...present.slice(later)];
    };
  return {
    /** Returns the insertion for the next chosen file, to be called when it is uploaded. */
    next: (): Put => {
      chosen += 1;
      return put(chosen);
    },
  };
};
