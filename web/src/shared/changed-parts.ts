/**
 * The keys of a request whose values have changed: concurrent changes of others, in another tab or elsewhere, are
 * kept. Keys in `together` are only sent together.
 */
export const changedParts = <Request extends object>(
  request: Request,
  before: Request,
  together: readonly string[] = [],
): Partial<Request> => {
  const known: Partial<Record<string, unknown>> = { ...before };
  const isChanged = ([key, value]: [string, unknown]): boolean =>
    JSON.stringify(value) !== JSON.stringify(known[key]);
  const entries = Object.entries(request);
  const areChanged = entries.some((entry) => together.includes(entry[0]) && isChanged(entry));
  return Object.fromEntries(
    entries.filter((entry) => (together.includes(entry[0]) ? areChanged : isChanged(entry))),
  ) as Partial<Request>;
};
