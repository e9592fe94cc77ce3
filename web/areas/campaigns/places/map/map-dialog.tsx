import { Button, SegmentedControl, Skeleton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useCallback, useEffect, useState } from 'react'
import { listZipsAround, listZipsWithin, readPoints, type Point } from '#contract/campaigns/shapes.ts'
import { useCall } from '../../../../api/hooks.ts'
import { useT } from '../../../../i18n/texts.tsx'
import { DialogFooter } from '../../../../shells/dialog-footer.tsx'
import { Dialog } from '../../../../shells/dialog.tsx'
import { typingPause_ms } from '../../../../shells/search-words.ts'
import { loadOutlines, type Outline } from './load-outlines.ts'
import styles from './map.module.css'
import { ShapeFields } from './shape-fields.tsx'
import { Shape } from './shape.tsx'
import { isComplete, noShape, withPlace, type ShapeValues } from './shape-values.ts'
import { UsMap } from './us-map.tsx'
import { viewOf, wholeCountry } from './view.ts'

type MapDialogProps = { onAdd: (zips: readonly string[]) => void; onClose: () => void }

/** Adds the ZIP codes inside a radius or area that the user draws or types, after showing their number. */
export function MapDialog({ onAdd, onClose }: MapDialogProps) {
  const t = useT()
  const outlines = useOutlines()
  const [values, setValues] = useState<ShapeValues>(noShape)
  const [view, setView] = useState(wholeCountry)
  const call = useZips(values)
  const zips = call.data?.data ?? []
  const place = useCallback((point: Point) => setValues((now) => withPlace(now, point)), [])
  const show = (points: readonly Point[]): void => {
    if (points.length > 0) setView(viewOf(points))
  }
  return (
    <Dialog opened onClose={onClose} title={t('Choose on a map')} size="xl" closeOnClickOutside={values === noShape}>
      <div className={styles.fields}>
        <SegmentedControl
          aria-label={t('Shape')}
          data={[
            { value: 'radius', label: t('Radius') },
            { value: 'area', label: t('Area') },
          ]}
          value={values.kind}
          onChange={(kind) => setValues({ ...values, kind: kind as ShapeValues['kind'] })}
        />
        {outlines ? (
          <UsMap outlines={outlines} places={zips} view={view} onView={setView} onPlace={place}>
            <Shape values={values} middle={call.data?.center ?? null} onChange={setValues} />
          </UsMap>
        ) : (
          <Skeleton className={styles.map} />
        )}
        <ShapeFields values={values} failure={call.error} onChange={setValues} />
        <div className={styles.found}>
          <p role="status">{statusOf()}</p>
          <Button
            variant="subtle"
            size="compact-sm"
            disabled={zips.length === 0}
            onClick={() => show([...zips, ...(readPoints(values.kind === 'area' ? values.points : '') ?? [])])}
          >
            {t('Show on the map')}
          </Button>
        </div>
      </div>
      <DialogFooter>
        <Button variant="default" onClick={onClose}>
          {t('Cancel')}
        </Button>
        <Button
          disabled={zips.length === 0 || call.isFetching}
          onClick={() => {
            onAdd(zips.map(({ zip }) => zip))
            onClose()
          }}
        >
          {t('Add ZIP codes')}
        </Button>
      </DialogFooter>
    </Dialog>
  )

  function statusOf(): string {
    if (call.isFetching) return t('Searching…')
    if (zips.length > 0) return t('{count, plural, one {# ZIP code} other {# ZIP codes}}', { count: zips.length })
    return values.kind === 'radius'
      ? t('Click the map to set the center, or enter it above.')
      : t('Click the map to set at least three corners, or enter them above.')
  }
}

function useOutlines(): readonly Outline[] | null {
  const [outlines, setOutlines] = useState<readonly Outline[] | null>(null)
  useEffect(() => {
    let isShown = true
    // Without outlines the fields still work, on an empty map.
    void loadOutlines()
      .catch(() => [])
      .then((outlineData) => isShown && setOutlines(outlineData))
    return () => {
      isShown = false
    }
  }, [])
  return outlines
}

/** ZIP codes inside the entered shape, debounced. */
function useZips(values: ShapeValues) {
  const [shape] = useDebouncedValue(values, typingPause_ms)
  const asks = isComplete(values) && isComplete(shape)
  const { kind, center, miles, points } = shape
  const around = useCall(
    listZipsAround,
    { query: { center: center.trim(), miles: Number(miles) } },
    { enabled: asks && kind === 'radius', keepPrevious: true },
  )
  const within = useCall(
    listZipsWithin,
    { query: { points: points.trim().replaceAll(/\s*\n\s*/g, ';') } },
    { enabled: asks && kind === 'area', keepPrevious: true },
  )
  const call = kind === 'radius' ? around : within
  const isStale = values !== shape
  return {
    data: asks && !call.error ? call.data : undefined,
    error: asks && !isStale ? call.error : null,
    isFetching: asks && (isStale || call.isFetching),
  }
}
