import { Navigate, useLocation } from 'react-router';
import { paths } from '../../paths.ts';

/** Redirects to the first section, or to the security section when a provider returned an error on linking. */
export const AccountIndex = () => {
  const { search } = useLocation();
  const isRefusal = new URLSearchParams(search).has('error');
  return <Navigate to={(isRefusal ? paths.accountSecurity : paths.accountProfile) + search} replace />;
};
