import { ChangeEmail } from './ChangeEmail.tsx';
import { EditFields } from './EditFields.tsx';
import { EditProfile } from './EditProfile.tsx';
import { Language } from './Language.tsx';
import { OwnAccount } from './OwnAccount.tsx';

export const ProfilePage = () => (
  <OwnAccount>
    {({ user, options }) => (
      <>
        <EditProfile key={user.id} user={user} lengths={options.username} />
        {options.user.fields.length > 0 && (
          <EditFields key={`fields of ${user.id}`} user={user} fields={options.user.fields} />
        )}
        <ChangeEmail user={user} options={options} />
        <Language />
      </>
    )}
  </OwnAccount>
);
