/** State machines as tables of allowed transitions. */

/** The states that may follow each state: `moves.open = ['confirmed', 'expired']`. */
export type Moves<State extends string> = Record<State, readonly State[]>;

/** Whether a transition is allowed. */
export const canMove = <State extends string>(moves: Moves<State>, from: State, to: State): boolean =>
  moves[from].includes(to);
