/** Addresses as on an envelope of their country. Without zod, because lightweight pages load it. */

type Place = { postalCode: string | null; city: string | null; state: string | null; country: string };
type Written = Place & { line1: string | null; line2: string | null };

/** The prefectures of Japan by their ISO 3166-2 number, from 1: addresses use the names. */
const prefectures =
  'Hokkaido Aomori Iwate Miyagi Akita Yamagata Fukushima Ibaraki Tochigi Gunma Saitama Chiba Tokyo Kanagawa Niigata Toyama Ishikawa Fukui Yamanashi Nagano Gifu Shizuoka Aichi Mie Shiga Kyoto Osaka Hyogo Nara Wakayama Tottori Shimane Okayama Hiroshima Yamaguchi Tokushima Kagawa Ehime Kochi Fukuoka Saga Nagasaki Kumamoto Oita Miyazaki Kagoshima Okinawa'.split(
    ' ',
  );
const prefecturesInJapanese =
  '北海道 青森県 岩手県 宮城県 秋田県 山形県 福島県 茨城県 栃木県 群馬県 埼玉県 千葉県 東京都 神奈川県 新潟県 富山県 石川県 福井県 山梨県 長野県 岐阜県 静岡県 愛知県 三重県 滋賀県 京都府 大阪府 兵庫県 奈良県 和歌山県 鳥取県 島根県 岡山県 広島県 山口県 徳島県 香川県 愛媛県 高知県 福岡県 佐賀県 長崎県 熊本県 大分県 宮崎県 鹿児島県 沖縄県'.split(
    ' ',
  );

/** Countries whose postal codes follow the place: `Oakland, CA 94607`. */
const codesLast = new Set('AU CA CN GB ID IE IN JP KR NZ SG TH TW US VN ZA'.split(' '));

/** A state as written in addresses: without the country prefix. */
const regionOf = (country: string, state: string): string => {
  const region = state.replace(`${country}-`, '');
  const named = country === 'JP' && /^\d{1,2}$/.test(region) ? prefectures[Number(region) - 1] : undefined;
  return named ?? region;
};

const filled = (parts: readonly (string | null)[], mark: string): string =>
  parts.flatMap((part) => part?.trim() || []).join(mark);

/** The locality line of an address, in the order customary in its country: `Oakland, CA 94607`, `8001 Zürich`. */
export const placeLine = ({ postalCode, city, state, country }: Place): string => {
  const region = state === null ? null : regionOf(country, state);
  if (country === 'BR') return filled([filled([city, region], ' - '), postalCode], ', ');
  if (country === 'IT') return filled([postalCode, city, region], ' ');
  return codesLast.has(country)
    ? filled([filled([city, region], ', '), postalCode], ' ')
    : filled([filled([postalCode, city], ' '), region], ', ');
};

/**
 * The lines of an address in the script of its country, which lead from the largest place to the smallest: Z is the postal
 * code, S the region, C the city, A the street. Of libaddressinput, whose format of Japan has no city apart.
 */
const inOwnScript: Readonly<Record<string, string>> = {
  CN: 'Z|SC|A',
  HK: 'Z|S|C|A',
  JP: 'Z|SC|A',
  KP: 'Z|S|C|A',
  KR: 'S C|A|Z',
  MO: 'Z|S|C|A',
  TW: 'Z|SC|A',
};

const script = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** The lines of a postal address; `countryName` says the country in the language of the reader. */
export const addressLines = (address: Written, countryName: (code: string) => string): string[] => {
  const { line1, line2, city, country } = address;
  const format = inOwnScript[country];
  const lines =
    format !== undefined && script.test(`${line1}${city}`)
      ? linesBy(format, address)
      : [line1, line2, placeLine(address)];
  return [...lines, countryName(country)].flatMap((line) => line?.trim() || []);
};

const linesBy = (format: string, { line1, line2, postalCode, city, state, country }: Written) => {
  const place = city?.trim() ?? '';
  const region = state === null ? '' : ownRegionOf(country, state);
  const parts: Record<string, string> = {
    Z: postalCode && country === 'JP' ? `〒${postalCode}` : (postalCode ?? ''),
    // Many write the region before the city, in its field. A code in Latin letters stands apart.
    S: place.startsWith(region) ? '' : script.test(region) ? region : `${region} `,
    C: place,
  };
  return format
    .split('|')
    .flatMap((line) =>
      line === 'A' ? [line1, line2] : Array.from(line, (sign) => parts[sign] ?? sign).join(''),
    );
};

const ownRegionOf = (country: string, state: string): string => {
  const region = regionOf(country, state).trim();
  return (country === 'JP' && prefecturesInJapanese[prefectures.indexOf(region)]) || region;
};
