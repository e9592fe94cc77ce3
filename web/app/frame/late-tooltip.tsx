import { cloneElement, useState, type ReactElement, type Ref } from 'react'
import { useLate } from '../late/late.ts'

type LateTooltipProps = { label: string; children: ReactElement<{ ref?: Ref<HTMLButtonElement> }> }

/** Adds a tooltip once the first page has settled; the button remains the same element. */
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
