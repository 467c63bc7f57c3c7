const most = 12;

/**
 * The prefix of an organization's order numbers: the first word of its slug, upper-case, at most 12 characters
 * (`northwind-studio` -> `NORTHWIND`). Words shorter than three letters are joined with the next ones.
 */
export const prefixOf = (slug: string): string => {
  const words = slug.toUpperCase().split('-').filter(Boolean);
  let prefix = words.shift() ?? '';
  while (prefix.length < 3 && words.length > 0) prefix += `-${words.shift() ?? ''}`;
  return prefix.slice(0, most).replace(/-+$/, '') || 'ORDER';
};
