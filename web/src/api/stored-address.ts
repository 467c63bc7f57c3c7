/** Links lead to the public origin; this page may be open under another name of the same machine. */
export const hereUrl = (url: string): string => {
  const { pathname, search } = URL.canParse(url) ? new URL(url) : { pathname: '', search: '' };
  return /^\/api\/billing\/v1\/(?:storage|media)\//.test(pathname) ? pathname + search : url;
};

/** A picture in the width that a page needs. */
export const pictureUrl = (publicUrl: string, width: 128 | 400 | 512 | 800 | 1600): string =>
  hereUrl(publicUrl).replace(/\/\d+\.webp$/, `/${width}.webp`);
