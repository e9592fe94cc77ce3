import { useEffect, useRef } from 'react'

/** What is open, the topmost last. */
const open: symbol[] = []

/**
 * Whether nothing was opened over this since. A key that closes the topmost dialog also reaches those below, which
 * must not react to it: so a dialog counts until that key's event is over.
 */
export function useTopmost(opened: boolean): () => boolean {
  const id = useRef(Symbol('dialog'))
  useEffect(() => {
    if (!opened) return
    const { current } = id
    open.push(current)
    return () => {
      setTimeout(() => open.splice(open.indexOf(current), 1))
    }
  }, [opened])
  return () => open.at(-1) === id.current
}
