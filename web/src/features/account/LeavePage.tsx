import { DeleteAccount } from './DeleteAccount.tsx';
import { OwnAccount } from './OwnAccount.tsx';
import { useHasPassword } from './SecurityPage.tsx';

export const LeavePage = () => {
  const hasPassword = useHasPassword();
  return (
    <OwnAccount>{({ options }) => <DeleteAccount hasPassword={hasPassword} options={options} />}</OwnAccount>
  );
};
