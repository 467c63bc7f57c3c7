const most = 12;

/**
 * What the numbers of an organization's orders begin with: the first word of its slug, in capitals and at most twelve
 * letters, so that people can say them (`northwind-studio` -> `NORTHWIND`). A word of one or two letters takes the next
 * ones along.
 */
export const prefixOf = (slug: string): string => {
  const words = slug.toUpperCase().split('-').filter(Boolean);
  let prefix = words.shift() ?? '';
  while (prefix.length < 3 && words.length > 0) prefix += `-${words.shift() ?? ''}`;
  return prefix.slice(0, most).replace(/-+$/, '') || 'ORDER';
};
