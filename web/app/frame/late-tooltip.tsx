import { cloneElement, useState, type ReactElement, type Ref } from 'react'
import { useLate } from '../late/late.ts'

type LateTooltipProps = { label: string; children: ReactElement<{ ref?: Ref<HTMLButtonElement> }> }

/** A tooltip that comes to its button once the first page is at rest; the button stays the same element. */
export function LateTooltip({ label, children }: LateTooltipProps) {
  const late = useLate()
  const [target, setTarget] = useState<HTMLElement | null>(null)
  return (
    <>
      {cloneElement(children, { ref: setTarget })}
      {late && target && <late.Tooltip label={label} target={target} />}
    </>
  )
}
