/**
 * Removes trailing slashes: `/shop/` shows the page of `/shop`, but links compare addresses as text, so none would be
 * current. Must be called before the router reads the address.
 */
export const bareAddress = (): void => {
  const { origin, pathname, search, hash } = window.location;
  const bare = pathname.replace(/(?<=.)\/+$/, '');
  // With the origin: a path may begin with two slashes, which alone would name another host.
  if (bare !== pathname)
    window.history.replaceState(window.history.state, '', `${origin}${bare}${search}${hash}`);
};
