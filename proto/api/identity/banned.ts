/** What someone banned is told where the options do not say otherwise (contracts/auth.md, section 11); pages know it in their languages. */
export const defaultBannedUserMessage =
  'You have been banned from this application. Please contact support if you believe this is an error.';
