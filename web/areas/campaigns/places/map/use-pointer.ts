import { useRef, type PointerEvent } from 'react'
import type { Point } from '#contract/campaigns/shapes.ts'
import { fromPlane, type View } from './view.ts'

type Spot = { x: number; y: number }
type OnScreen = { clientX: number; clientY: number }

/** Pointer movement, in pixels, below which a press counts as a click. */
const tremble = 4

/** A pointer's position in the drawing's coordinates; null if the drawing is not rendered. */
export function spotAt(svg: SVGSVGElement | null, { clientX, clientY }: OnScreen): Spot | null {
  const matrix = svg?.getScreenCTM()
  if (!matrix) return null
  const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse())
  return { x, y }
}

/** Moves the map with the pointer, and reports clicks. */
export function usePointer({
  view,
  onView,
  onPlace,
}: {
  view: View
  onView: (view: View) => void
  onPlace: (point: Point) => void
}) {
  const start = useRef<(OnScreen & { view: View; hasMoved: boolean }) | null>(null)
  return {
    onPointerDown: (event: PointerEvent<SVGSVGElement>) => {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      start.current = { clientX: event.clientX, clientY: event.clientY, view, hasMoved: false }
    },
    onPointerMove: (event: PointerEvent<SVGSVGElement>) => {
      const from = start.current
      if (!from) return
      const [right, down] = [event.clientX - from.clientX, event.clientY - from.clientY]
      if (!from.hasMoved && Math.hypot(right, down) < tremble) return
      from.hasMoved = true
      const share = 1 / (event.currentTarget.getScreenCTM()?.a ?? 1)
      onView({ ...from.view, x: from.view.x - right * share, y: from.view.y - down * share })
    },
    onPointerUp: (event: PointerEvent<SVGSVGElement>) => {
      const from = start.current
      start.current = null
      const at = from && !from.hasMoved ? spotAt(event.currentTarget, event) : null
      if (at) onPlace(fromPlane(at))
    },
    onPointerCancel: () => {
      start.current = null
    },
  }
}
