import { ActionIcon } from '@mantine/core'
import { IconMinus, IconPlus, IconWorld } from '@tabler/icons-react'
import { useEffect, useRef, type ReactNode } from 'react'
import type { Point } from '#contract/campaigns/shapes.ts'
import { useT } from '../../../../i18n/texts.tsx'
import type { Outline } from './load-outlines.ts'
import styles from './map.module.css'
import { spotAt, usePointer } from './use-pointer.ts'
import { mapRatio, toPlane, wholeCountry, zoomView, type View } from './view.ts'

type UsMapProps = {
  outlines: readonly Outline[]
  /** Drawn as dots. */
  places: readonly Point[]
  view: View
  onView: (view: View) => void
  /** Called for a click that did not move the map. */
  onPlace: (point: Point) => void
  /** Overlay, in the coordinates of the map's plane. */
  children: ReactNode
}

const step = 0.6

/** Map of states and places: drag to move, zoom with the wheel or the buttons, click to select a place. */
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
      onView(zoomView(view, event.deltaY < 0 ? 0.8 : 1.25, at))
    }
    // React's wheel listeners are passive, so the page would scroll too.
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
        <ActionIcon variant="default" aria-label={t('Zoom in')} onClick={() => onView(zoomView(view, step))}>
          <IconPlus size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon variant="default" aria-label={t('Zoom out')} onClick={() => onView(zoomView(view, 1 / step))}>
          <IconMinus size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon variant="default" aria-label={t('Show the whole country')} onClick={() => onView(wholeCountry)}>
          <IconWorld size={16} aria-hidden />
        </ActionIcon>
      </div>
    </div>
  )
}

/** Draws thousands of dots as one element: zero-length lines with round caps. */
const dotsOf = (places: readonly Point[]): string =>
  places
    .map(toPlane)
    .map(({ x, y }) => `M${x.toFixed(4)} ${y.toFixed(4)}h0`)
    .join('')
