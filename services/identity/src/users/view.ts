import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { UserFacts } from '@tessera/proto/api/asks';
import type { UserSchema } from '@tessera/proto/events/gen/tessera/identity/v1/events_pb';
import type { User } from './entity.ts';
import { isEmailProven } from './rules.ts';

/** Maps a user to the message of events. */
export const viewUserEvent = (user: User): MessageInitShape<typeof UserSchema> => ({
  id: user.id,
  email: user.email,
  name: user.name,
  ...(user.image !== null && { image: user.image }),
  emailVerified: user.emailVerified,
  createdAt: timestampFromDate(user.createdAt),
  updatedAt: timestampFromDate(user.updatedAt),
});

/** The public data of a user for other services' copies, and whether the address is proved. */
export const viewUserFacts = (user: User): UserFacts => {
  const { id, email, name, image } = user;
  return { id, email, name, image, isEmailProven: isEmailProven(user) };
};
