/**
 * Product options of `npm start -- --demo`, when no others are named: a demo shows what is off unless an operator wants
 * it. A configuration of one's own replaces them whole, and without `--demo` the defaults hold.
 */
export const demoOptions = {
  identity: {
    emailVerification: { sendVerificationEmail: true },
    user: {
      changeEmail: { enabled: true, sendChangeEmailVerification: true },
      deleteUser: { enabled: true, sendDeleteAccountVerification: true },
    },
  },
};
