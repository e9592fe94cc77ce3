/** Undo and redo steps. While dragging, `present` is ahead of the last step. */
export interface History<State> {
  past: readonly State[]
  present: State
  future: readonly State[]
  /** State at the start of the current gesture, if any. */
  began: State | null
}

const maxSteps = 200

export const begin = <State>(present: State): History<State> => ({ past: [], present, future: [], began: null })

/** Adds one undoable step. */
export const change = <State>({ past, present, began }: History<State>, next: State): History<State> =>
  next === present && began === null
    ? { past, present, future: [], began }
    : { past: [...past, began ?? present].slice(-maxSteps), present: next, future: [], began: null }

/** Updates the state during a gesture; `settle` turns the whole gesture into one step. */
export const preview = <State>(history: History<State>, next: State): History<State> => ({
  ...history,
  present: next,
  began: history.began ?? history.present,
})

export const settle = <State>(history: History<State>): History<State> =>
  history.began === null || history.began === history.present
    ? { ...history, began: null }
    : { past: [...history.past, history.began].slice(-maxSteps), present: history.present, future: [], began: null }

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
