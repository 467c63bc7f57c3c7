/**
 * Rewrites a link to the public origin to this page's origin: the page may be open under another name of the same
 * machine.
 */
export const hereUrl = (url: string): string => {
  const { pathname, search } = URL.canParse(url) ? new URL(url) : { pathname: '', search: '' };
  return /^\/api\/billing\/v1\/(?:storage|media)\//.test(pathname) ? pathname + search : url;
};

/**
 * Whether pages may show a picture of this address: the content security policy allows this installation, and other
 * hosts by https only.
 */
export const isShowable = (url: string): boolean => {
  if (!URL.canParse(url)) return false;
  const { protocol, origin } = new URL(url);
  return protocol === 'https:' || origin === location.origin || hereUrl(url) !== url;
};

/** The address of a picture in a given width (pixels). */
export const pictureUrl = (publicUrl: string, width: 128 | 400 | 512 | 800 | 1600): string =>
  hereUrl(publicUrl).replace(/\/\d+\.webp$/, `/${width}.webp`);
