/** Tables of allowed moves between states. */

/** `moves.open = ['confirmed', 'expired']`: what may follow what. */
export type Moves<State extends string> = Record<State, readonly State[]>;

/** Whether a state may follow another. */
export const canMove = <State extends string>(moves: Moves<State>, from: State, to: State): boolean =>
  moves[from].includes(to);
