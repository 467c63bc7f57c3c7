import { DeleteAccount } from './DeleteAccount.tsx';
import { OwnAccount } from './OwnAccount.tsx';
import { ownerOnly } from './owner-only.ts';
import { useHasPassword } from './SecurityPage.tsx';

export const LeavePage = () => {
  const hasPassword = useHasPassword();
  return (
    <OwnAccount>
      {({ session, options }) => (
        <DeleteAccount hasPassword={hasPassword} options={options} refusal={ownerOnly(session)} />
      )}
    </OwnAccount>
  );
};
