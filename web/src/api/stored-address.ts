/** Links lead to the public origin; this page may be open under another name of the same machine. */
export const hereUrl = (url: string): string => {
  const { pathname, search } = URL.canParse(url) ? new URL(url) : { pathname: '', search: '' };
  return /^\/api\/billing\/v1\/(?:storage|media)\//.test(pathname) ? pathname + search : url;
};

/** Whether pages may show a picture at this address: their policy takes those of this installation, and others only by https. */
export const isShowable = (url: string): boolean => {
  if (!URL.canParse(url)) return false;
  const { protocol, origin } = new URL(url);
  return protocol === 'https:' || origin === location.origin || hereUrl(url) !== url;
};

/** A picture in the width that a page needs. */
export const pictureUrl = (publicUrl: string, width: 128 | 400 | 512 | 800 | 1600): string =>
  hereUrl(publicUrl).replace(/\/\d+\.webp$/, `/${width}.webp`);
