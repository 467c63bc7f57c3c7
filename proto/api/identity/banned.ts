/** Default message for banned users (contracts/auth.md, section 11); pages translate it. */
export const defaultBannedUserMessage =
  'You have been banned from this application. Please contact support if you believe this is an error.';
