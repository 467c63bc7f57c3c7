/** A search within the page, for names that the server would find by the same words. */

const plain: Readonly<Record<string, string>> = {
  ø: 'o',
  đ: 'd',
  ł: 'l',
  ħ: 'h',
  ŧ: 't',
  ð: 'd',
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
};

/** A text as it is searched, like `search_key` of the databases: without case and accents, in one spelling of letters. */
export const searchKey = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[øđłħŧðıßæœþ]/g, (letter) => plain[letter] ?? letter);

type Choice = { value: string; label: string };
type Choices = Choice | { group: string; items: Choice[] };

/** The choices whose labels contain what is typed, at most `limit`: also those that the server finds without accents. */
export const fittingChoices = ({
  options,
  search,
  limit,
}: {
  options: Choices[];
  search: string;
  limit: number;
}): Choices[] => {
  const wanted = searchKey(search.trim());
  let left = limit;
  const take = (items: Choice[]): Choice[] => {
    const taken = items.filter(({ label }) => searchKey(label).includes(wanted)).slice(0, left);
    left -= taken.length;
    return taken;
  };
  return options.flatMap((option): Choices[] => {
    if (!('group' in option)) return take([option]);
    const items = take(option.items);
    return items.length > 0 ? [{ ...option, items }] : [];
  });
};
