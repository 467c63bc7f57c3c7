import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { UserFacts } from '@tessera/proto/api/asks';
import type { UserSchema } from '@tessera/proto/events/gen/tessera/identity/v1/events_pb';
import type { User } from './entity.ts';
import { isEmailProven } from './rules.ts';

/** A user as events carry it. */
export const viewUserEvent = (user: User): MessageInitShape<typeof UserSchema> => ({
  id: user.id,
  email: user.email,
  name: user.name,
  ...(user.image !== null && { image: user.image }),
  emailVerified: user.emailVerified,
  createdAt: timestampFromDate(user.createdAt),
  updatedAt: timestampFromDate(user.updatedAt),
});

/** A user's public face, for other services' copies, and what the address is worth. */
export const viewUserFacts = (user: User): UserFacts => {
  const { id, email, name, image } = user;
  return { id, email, name, image, isEmailProven: isEmailProven(user) };
};
