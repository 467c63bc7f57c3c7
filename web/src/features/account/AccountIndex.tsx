import { Navigate, useLocation } from 'react-router';
import { paths } from '../../paths.ts';

/** Leads on to the first section; what came back from a provider that one wanted to link, to where that was begun. */
export const AccountIndex = () => {
  const { search } = useLocation();
  const isRefusal = new URLSearchParams(search).has('error');
  return <Navigate to={(isRefusal ? paths.accountSecurity : paths.accountProfile) + search} replace />;
};
