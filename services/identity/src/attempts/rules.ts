/**
 * How often a password may be guessed. These limits stand behind the
 * gateway's, which know neither accounts nor what came of a request (contracts/auth.md, section 7).
 *
 * Guessing is bounded for each pair of account and address, never for an account alone: whoever guesses shuts out
 * nobody but themselves, and the owner of an account can sign in at once from wherever they are
 * (OWASP ASVS 5.0, v6.1.1 and v6.3.1).
 */

const minute = 60_000;
const day = 24 * 60 * minute;

/** Wrong guesses from one address: more than anyone mistypes, and under a thousand a day for who goes on for ever. */
export const guesses = { most: 10, window: 15 * minute };

/**
 * Wrong guesses for one account from everywhere: so many in an hour are no person's, but an attack from many
 * addresses. Until the hour is over each address that starts to guess, and has never signed in to the account, gets
 * only a few tries: enough for an owner on the way, and little for each address that an attacker has to pay for.
 */
export const attack = { most: 100, window: 60 * minute, mostOfStrangers: 3 };

/** Addresses from which the owner has signed in: as many as a person uses, for as long as providers keep them. */
export const known = { most: 20, life: 90 * day };
