import { ChangeEmail } from './ChangeEmail.tsx';
import { EditFields } from './EditFields.tsx';
import { EditProfile } from './EditProfile.tsx';
import { Language } from './Language.tsx';
import { OwnAccount } from './OwnAccount.tsx';
import { ownerOnly } from './owner-only.ts';

export const ProfilePage = () => (
  <OwnAccount>
    {({ session, user, options }) => (
      <>
        <EditProfile
          key={user.id}
          user={user}
          lengths={options.username}
          pictureRefusal={ownerOnly(session)}
        />
        {options.user.fields.length > 0 && (
          <EditFields key={`fields of ${user.id}`} user={user} fields={options.user.fields} />
        )}
        <ChangeEmail user={user} options={options} refusal={ownerOnly(session)} />
        <Language />
      </>
    )}
  </OwnAccount>
);
