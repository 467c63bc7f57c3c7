/** The number of latest orders that the overview loads and shows. */
export const activityLimit = 8;
