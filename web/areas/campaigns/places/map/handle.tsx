import type { PointerEvent } from 'react'
import styles from './map.module.css'
import { spotAt } from './use-pointer.ts'

type HandleProps = {
  x: number
  y: number
  onDrag: (place: { x: number; y: number }) => void
}

/** A draggable point of a shape. The fields below the map offer the same without a pointer. */
export function Handle({ x, y, onDrag }: HandleProps) {
  const isHeld = (event: PointerEvent<SVGGElement>): boolean => event.currentTarget.hasPointerCapture(event.pointerId)
  return (
    <g
      className={styles.handle}
      onPointerDown={(event) => {
        event.stopPropagation()
        event.currentTarget.setPointerCapture(event.pointerId)
      }}
      onPointerMove={(event) => {
        const place = isHeld(event) ? spotAt(event.currentTarget.ownerSVGElement, event) : null
        if (place) onDrag(place)
      }}
      onPointerUp={(event) => event.stopPropagation()}
    >
      {/* Zero-length lines with round caps keep the same size at any zoom level. */}
      <path d={`M${x} ${y}h0`} />
      <path d={`M${x} ${y}h0`} />
    </g>
  )
}
