import { useLayoutEffect, useRef, useState } from 'react'
import { animate } from '../ui/motion.ts'

const counting_ms = 700

/** A number that counts up to its value, and on to the new value when it changes (K016). */
export function CountUp({ value, show }: { value: number; show: (value: number) => string }) {
  const [shown, setShown] = useState(0)
  const reached = useRef(0)
  useLayoutEffect(() => {
    const from = reached.current
    return animate(counting_ms, (share) => {
      reached.current = Math.round(from + (value - from) * share)
      setShown(reached.current)
    })
  }, [value])
  return <>{show(shown)}</>
}
