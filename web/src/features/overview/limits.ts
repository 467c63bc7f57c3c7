/** How many of the latest orders the overview shows, and asks for once. */
export const activityLimit = 8;
