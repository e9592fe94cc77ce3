import { cloneElement, useState, type ReactElement, type Ref } from 'react'
import { useLazyParts } from '../../start/lazy/lazy-parts.ts'

type LazyTooltipProps = { label: string; children: ReactElement<{ ref?: Ref<HTMLButtonElement> }> }

/** Adds a tooltip once the first page has settled; the button remains the same element. */
export function LazyTooltip({ label, children }: LazyTooltipProps) {
  const lazyParts = useLazyParts()
  const [target, setTarget] = useState<HTMLElement | null>(null)
  return (
    <>
      {cloneElement(children, { ref: setTarget })}
      {lazyParts && target && <lazyParts.Tooltip label={label} target={target} />}
    </>
  )
}
