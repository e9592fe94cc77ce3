import { ActionIcon } from '@mantine/core'
import { IconMinus, IconPlus, IconWorld } from '@tabler/icons-react'
import { useEffect, useRef, type ReactNode } from 'react'
import type { Point } from '#contract/campaigns/shapes.ts'
import { useT } from '../../../i18n/texts.tsx'
import type { Outline } from './load-outlines.ts'
import styles from './map.module.css'
import { spotAt, usePointer } from './use-pointer.ts'
import { mapRatio, toPlane, wholeCountry, zoomed, type View } from './view.ts'

type UsMapProps = {
  outlines: readonly Outline[]
  /** Drawn as dots. */
  places: readonly Point[]
  view: View
  onView: (view: View) => void
  /** The map was clicked without moving it. */
  onPlace: (point: Point) => void
  /** What is drawn over it, in the map's plane. */
  children: ReactNode
}

const step = 0.6

/** States and places on a plane: dragging moves it, the wheel and its buttons zoom, a click chooses a place. */
export function UsMap({ outlines, places, view, onView, onPlace, children }: UsMapProps) {
  const t = useT()
  const svg = useRef<SVGSVGElement>(null)
  const handlers = usePointer({ view, onView, onPlace })
  useEffect(() => {
    const element = svg.current
    const zoom = (event: WheelEvent): void => {
      const at = spotAt(element, event)
      if (!at) return
      event.preventDefault()
      onView(zoomed(view, event.deltaY < 0 ? 0.8 : 1.25, at))
    }
    // React listens passively, and the page would scroll along.
    element?.addEventListener('wheel', zoom, { passive: false })
    return () => element?.removeEventListener('wheel', zoom)
  }, [view, onView])
  const height = view.width * mapRatio
  return (
    <div className={styles.map} dir="ltr">
      <svg
        ref={svg}
        viewBox={`${view.x} ${view.y} ${view.width} ${height}`}
        role="img"
        aria-label={t('Map of the United States')}
        {...handlers}
      >
        <g className={styles.states}>
          {outlines.map(({ name, path }) => (
            <path key={name} d={path}>
              <title>{name}</title>
            </path>
          ))}
        </g>
        <path className={styles.places} d={dotsOf(places)} />
        {children}
      </svg>
      <div className={styles.zoom}>
        <ActionIcon variant="default" aria-label={t('Zoom in')} onClick={() => onView(zoomed(view, step))}>
          <IconPlus size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon variant="default" aria-label={t('Zoom out')} onClick={() => onView(zoomed(view, 1 / step))}>
          <IconMinus size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon variant="default" aria-label={t('Show the whole country')} onClick={() => onView(wholeCountry)}>
          <IconWorld size={16} aria-hidden />
        </ActionIcon>
      </div>
    </div>
  )
}

/** Thousands of dots are one element: lines of no length with round ends. */
const dotsOf = (places: readonly Point[]): string =>
  places
    .map(toPlane)
    .map(({ x, y }) => `M${x.toFixed(4)} ${y.toFixed(4)}h0`)
    .join('')
