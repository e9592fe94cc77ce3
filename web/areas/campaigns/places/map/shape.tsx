import type { PointerEvent } from 'react'
import { maxMiles, readPoint, readPoints, textOfPoint, type Point } from '#contract/campaigns/shapes.ts'
import styles from './map.module.css'
import type { ShapeValues } from './shape-values.ts'
import { spotAt } from './use-pointer.ts'
import { fromPlane, milesTo, radiiOf, toPlane } from './view.ts'

type ShapeProps = {
  values: ShapeValues
  /** Location of the ZIP code at the center of a radius, once it is known. */
  middle: Point | null
  onChange: (values: ShapeValues) => void
}

/** The shape being drawn, with the handles that change it. */
export const Shape = (props: ShapeProps) =>
  props.values.kind === 'radius' ? <Circle {...props} /> : <Area {...props} />

function Circle({ values, middle, onChange }: ShapeProps) {
  const center = readPoint(values.center) ?? middle
  const miles = Number(values.miles)
  if (!center || !(miles > 0)) return null
  const { x, y } = toPlane(center)
  const { rx, ry } = radiiOf(center, miles)
  return (
    <>
      <ellipse className={styles.shape} cx={x} cy={y} rx={rx} ry={ry} />
      <Handle x={x} y={y} onDrag={(place) => onChange({ ...values, center: textOfPoint(fromPlane(place)) })} />
      <Handle
        x={x + rx}
        y={y}
        onDrag={(place) => {
          const radius = Math.round(milesTo(center, place))
          onChange({ ...values, miles: String(Math.min(maxMiles, Math.max(1, radius))) })
        }}
      />
    </>
  )
}

function Area({ values, onChange }: ShapeProps) {
  const points = readPoints(values.points) ?? []
  const places = points.map(toPlane)
  return (
    <>
      <polygon className={styles.shape} points={places.map(({ x, y }) => `${x},${y}`).join(' ')} />
      {places.map(({ x, y }, at) => (
        <Handle
          // Points are identified only by their position in the list, because dragging changes their coordinates.
          key={at}
          x={x}
          y={y}
          onDrag={(place) =>
            onChange({ ...values, points: points.with(at, fromPlane(place)).map(textOfPoint).join('\n') })
          }
        />
      ))}
    </>
  )
}

type HandleProps = {
  x: number
  y: number
  onDrag: (place: { x: number; y: number }) => void
}

/** A draggable point of a shape. The fields below the map offer the same without a pointer. */
function Handle({ x, y, onDrag }: HandleProps) {
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
