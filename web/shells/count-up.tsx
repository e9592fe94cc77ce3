import { useLayoutEffect, useRef, useState } from 'react'
import { animate } from '../ui/motion.ts'

const counting_ms = 700

/** A number that counts up to its value, and on to the new value when it changes (K016). */
export function CountUp({ value, show }: { value: number; show: (value: number) => string }) {
  const [count, setCount] = useState(0)
  const lastCount = useRef(0)
  useLayoutEffect(() => {
    const from = lastCount.current
    return animate(counting_ms, (share) => {
      lastCount.current = Math.round(from + (value - from) * share)
      setCount(lastCount.current)
    })
  }, [value])
  return <>{show(count)}</>
}
