import { useState, type PointerEvent } from 'react'
import styles from './width-handle.module.css'

const rem_px = (): number => Number.parseFloat(getComputedStyle(document.documentElement).fontSize)

/**
 * The end of a column's header, which a mouse drags to another width. By keyboard, the choice of columns does the same. Only the line
 * follows the mouse: the rows are laid out anew at its end.
 */
export function WidthHandle({ onWidth }: { onWidth: (width_rem: number) => void }) {
  const [drag, setDrag] = useState<{ from_px: number; by_px: number } | null>(null)
  const by = (event: PointerEvent): number => (drag === null ? 0 : event.clientX - drag.from_px)
  const end = (event: PointerEvent<HTMLElement>): void => {
    const head = event.currentTarget.parentElement
    const direction = getComputedStyle(event.currentTarget).direction === 'rtl' ? -1 : 1
    if (drag && head && Math.abs(by(event)) > 2)
      onWidth((head.getBoundingClientRect().width + direction * by(event)) / rem_px())
    setDrag(null)
  }
  return (
    <span
      className={styles.handle}
      aria-hidden
      data-dragged={drag !== null || undefined}
      style={drag ? { transform: `translateX(${drag.by_px}px)` } : undefined}
      onPointerDown={(event) => {
        event.preventDefault()
        event.currentTarget.setPointerCapture(event.pointerId)
        setDrag({ from_px: event.clientX, by_px: 0 })
      }}
      onPointerMove={(event) => drag && setDrag({ ...drag, by_px: by(event) })}
      onPointerUp={end}
      onPointerCancel={() => setDrag(null)}
    />
  )
}
