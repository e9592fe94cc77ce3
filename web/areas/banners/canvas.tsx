import { useElementSize } from '@mantine/hooks'
import { useRef, useState, type KeyboardEvent, type PointerEvent, type Ref } from 'react'
import type { BannerElement } from '#contract/banners/drawing.ts'
import { pixelsOf } from '#contract/banners/sizes.ts'
import { useT } from '../../i18n/texts.tsx'
import { BannerSvg, type Pictures } from './banner-svg.tsx'
import { changeElement } from './edit-drawing.ts'
import { handles, resize, roundBox, snap, type Guides, type Handle } from './geometry.ts'
import { nameOfElement } from './element-name.ts'
import styles from './banners.module.css'
import type { Designer } from './use-designer.ts'

const noGuides: Guides = { x: null, y: null }
const [smallestScale, largestScale] = [0.2, 2]
/** Room for the handles of an element at the banner's edge, on each side. */
const margin_px = 12

interface Gesture {
  element: BannerElement
  handle: Handle | null
  from: readonly [number, number]
}

type CanvasProps = {
  designer: Designer
  pictures: Pictures
  label: string
  svg: Ref<SVGSVGElement>
  mayEdit: boolean
}

/** The banner. Who may edit it can drag elements, resize them at their handles, and reach them with Tab. */
export function Canvas({ designer, pictures, label, svg, mayEdit }: CanvasProps) {
  const { drawing, size, selected } = designer
  const { width, height } = pixelsOf(size)
  const { ref, width: room } = useElementSize()
  const scale = Math.min(largestScale, Math.max(smallestScale, (room > 0 ? room - 2 * margin_px : width) / width))
  // In CSS, because the observer reports the room after the first paint, and what stands below would move.
  const stage = {
    inlineSize: `clamp(${smallestScale * width}px, 100% - ${2 * margin_px}px, ${largestScale * width}px)`,
    aspectRatio: `${width} / ${height}`,
  }
  const [guides, setGuides] = useState(noGuides)
  const gesture = useRef<Gesture | null>(null)
  const { begin, move, end } = useGestures({ designer, scale, gesture, setGuides })
  const pixel = 1 / scale
  return (
    <div ref={ref} className={styles.room}>
      {/* Banners are always left to right, whatever the page's direction. */}
      <div className={styles.stage} dir="ltr" style={stage}>
        <BannerSvg ref={svg} drawing={drawing} size={size} pictures={pictures} label={label} />
        {mayEdit && (
          <svg
            className={styles.overlay}
            viewBox={`0 0 ${width} ${height}`}
            onPointerDown={() => designer.select(null)}
            onPointerMove={move}
            onPointerUp={end}
            onPointerCancel={end}
          >
            {drawing.elements
              .filter(({ hidden }) => !hidden)
              .map((element) => (
                <Hold
                  key={element.id}
                  element={element}
                  isSelected={selected?.id === element.id}
                  pixel={pixel}
                  onFocus={() => designer.select(element.id)}
                  onDown={(event, handle) => begin(event, element, handle)}
                />
              ))}
            {guides.x !== null && (
              <line className={styles.guide} x1={guides.x} x2={guides.x} y1={0} y2={height} strokeWidth={pixel} />
            )}
            {guides.y !== null && (
              <line className={styles.guide} y1={guides.y} y2={guides.y} x1={0} x2={width} strokeWidth={pixel} />
            )}
          </svg>
        )}
      </div>
    </div>
  )
}

function useGestures(of: {
  designer: Designer
  scale: number
  gesture: React.RefObject<Gesture | null>
  setGuides: (guides: Guides) => void
}) {
  const { designer, scale, gesture, setGuides } = of
  const { width, height } = pixelsOf(designer.size)
  const begin = (event: PointerEvent, element: BannerElement, handle: Handle | null): void => {
    event.stopPropagation()
    designer.select(element.id)
    if (element.locked) return
    ;(event.currentTarget as SVGElement).ownerSVGElement?.setPointerCapture(event.pointerId)
    gesture.current = { element, handle, from: [event.clientX, event.clientY] }
  }
  const move = (event: PointerEvent): void => {
    const now = gesture.current
    if (!now) return
    const by = [(event.clientX - now.from[0]) / scale, (event.clientY - now.from[1]) / scale] as const
    const { element, handle } = now
    if (handle) {
      const box = resize(element, handle, by, element.kind === 'picture' || event.shiftKey)
      return designer.preview(changeElement(designer.drawing, element.id, box))
    }
    const others = designer.drawing.elements.filter((one) => one.id !== element.id && !one.hidden)
    const copy = { ...element, x: element.x + by[0], y: element.y + by[1] }
    // Alt turns snapping off.
    const { box, guides } = event.altKey
      ? { box: copy, guides: noGuides }
      : snap(copy, others, { x: 0, y: 0, width, height }, scale)
    setGuides(guides)
    designer.preview(changeElement(designer.drawing, element.id, roundBox(box)))
  }
  const end = (): void => {
    if (!gesture.current) return
    gesture.current = null
    setGuides(noGuides)
    designer.settle()
  }
  return { begin, move, end }
}

/** The interactive outline of an element, with its resize handles. */
function Hold(props: {
  element: BannerElement
  isSelected: boolean
  pixel: number
  onFocus: () => void
  onDown: (event: PointerEvent, handle: Handle | null) => void
}) {
  const t = useT()
  const { element, isSelected, pixel, onFocus, onDown } = props
  const { x, y, width, height, rotation } = element
  return (
    <g transform={rotation === 0 ? undefined : `rotate(${rotation} ${x + width / 2} ${y + height / 2})`}>
      <rect
        className={styles.hold}
        data-selected={isSelected || undefined}
        data-locked={element.locked || undefined}
        x={x}
        y={y}
        width={width}
        height={height}
        strokeWidth={pixel * 1.5}
        tabIndex={0}
        role="button"
        aria-pressed={isSelected}
        aria-label={nameOfElement(element, t)}
        onFocus={onFocus}
        onKeyDown={(event: KeyboardEvent) => event.key === ' ' && event.preventDefault()}
        onPointerDown={(event) => onDown(event, null)}
      />
      {isSelected &&
        !element.locked &&
        handles.map((handle) => (
          <rect
            key={`${handle.across} ${handle.down}`}
            className={styles.handle}
            x={x + ((handle.across + 1) / 2) * width - 4 * pixel}
            y={y + ((handle.down + 1) / 2) * height - 4 * pixel}
            width={8 * pixel}
            height={8 * pixel}
            strokeWidth={pixel}
            onPointerDown={(event) => onDown(event, handle)}
          />
        ))}
    </g>
  )
}
