import { readerLocale } from '../../i18n/start.ts';
import { sizeIn } from '../../ui/format/size.ts';

/** Bytes in the reader's language, in steps of 1024: `10 MB`. */
export const readableSize = (bytes: number): string => sizeIn(readerLocale(), bytes);
