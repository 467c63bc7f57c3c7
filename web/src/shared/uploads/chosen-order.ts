type Named = { id: string };

/** Puts an item into a list: before what was chosen after it and is there already. */
export type Put = <Item extends Named>(present: readonly Item[], item: Item) => Item[];

/** Files end in the order of their sizes, and are wanted in the order in which they were chosen. */
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
    /** For the next file that is chosen: how it is put beside the others once it is there. */
    next: (): Put => {
      chosen += 1;
      return put(chosen);
    },
  };
};
