/** What can be undone and redone. `present` may run ahead of the last step while something is dragged. */
export interface History<State> {
  past: readonly State[]
  present: State
  future: readonly State[]
  /** What a gesture began from, while one lasts. */
  began: State | null
}

const mostSteps = 200

export const begin = <State>(present: State): History<State> => ({ past: [], present, future: [], began: null })

/** A step of its own. */
export const change = <State>({ past, present, began }: History<State>, next: State): History<State> =>
  next === present && began === null
    ? { past, present, future: [], began }
    : { past: [...past, began ?? present].slice(-mostSteps), present: next, future: [], began: null }

/** Part of a gesture: all of it until `settle` is one step. */
export const preview = <State>(history: History<State>, next: State): History<State> => ({
  ...history,
  present: next,
  began: history.began ?? history.present,
})

export const settle = <State>(history: History<State>): History<State> =>
  history.began === null || history.began === history.present
    ? { ...history, began: null }
    : { past: [...history.past, history.began].slice(-mostSteps), present: history.present, future: [], began: null }

export function undo<State>(history: History<State>): History<State> {
  const { past, present, future } = settle(history)
  const before = past.at(-1)
  return before === undefined
    ? { past, present, future, began: null }
    : { past: past.slice(0, -1), present: before, future: [present, ...future], began: null }
}

export function redo<State>(history: History<State>): History<State> {
  const { past, present, future } = settle(history)
  const [after, ...rest] = future
  return after === undefined
    ? { past, present, future, began: null }
    : { past: [...past, present], present: after, future: rest, began: null }
}
