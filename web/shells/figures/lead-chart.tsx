import '@mantine/charts/styles.layer.css'
import { CompositeChart } from '@mantine/charts'
import { useDirection } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useFormat } from '../../i18n/format.ts'
import { useT } from '../../i18n/texts.tsx'
import type { ChartLine } from './describe-lines.ts'
import styles from './figures.module.css'

type LeadChartProps = {
  lines: readonly ChartLine[]
  nameNow: string
  nameBefore: string
  show: (value: number) => string
  /** A shorter format for the axis. */
  showTick: (value: number) => string
  height: number
  /** A click on a day; absent where nothing is to be opened. */
  onDay?: ((date: string) => void) | undefined
}

/** The library offsets labels for a left axis; with the axis on the right they would overlap the chart. */
const figuresAtTheRight = { transform: 'translate(2, 0)', fontSize: 12, fill: 'currentColor' }

const dashes = '4 4'

/** Where the area ends and today begins, which is not over and would look like a fall. */
function segmentToToday(data: readonly (ChartLine & { day: string })[]) {
  const at = data.findIndex(({ isOpen }) => isOpen)
  if (at < 1) return []
  const segment = data.slice(at - 1, at + 1).map(({ day, now }) => ({ x: day, y: now })) as [Point, Point]
  return [{ segment, color: 'var(--brand-text)', strokeWidth: 2, strokeDasharray: dashes }]
}

type Point = { x: string; y: number }

/**
 * The days that are over as an area, today and the previous period as dashed lines. Visual only: the table has the same
 * data.
 */
export function LeadChart({ lines, nameNow, nameBefore, show, showTick, height, onDay }: LeadChartProps) {
  const format = useFormat()
  const t = useT()
  const isTurned = useDirection().dir === 'rtl'
  const data = lines.map((line) => ({ ...line, day: format.day(line.date) }))
  const hasOpenDay = lines.some(({ isOpen }) => isOpen)
  // Three names take two lines on a phone, and the library reserves what it is told.
  const isNarrow = useMediaQuery('(max-width: 30em)', undefined, { getInitialValueInEffect: false })
  return (
    <CompositeChart
      className={styles.plot}
      h={height}
      data={data.map(({ now, isOpen, ...day }) => ({ ...day, now: isOpen ? null : now, today: isOpen ? now : null }))}
      dataKey="day"
      series={[
        { name: 'now', label: nameNow, color: 'var(--brand-text)', type: 'area' },
        { name: 'before', label: nameBefore, color: 'var(--muted)', type: 'line', strokeDasharray: dashes },
        ...(hasOpenDay
          ? [{ name: 'today', label: t('Today so far'), color: 'var(--brand-text)', type: 'line' as const }]
          : []),
      ]}
      referenceLines={segmentToToday(data)}
      curveType="monotone"
      withDots={lines.length <= 7}
      dotProps={{ r: 3 }}
      withLegend
      legendProps={{
        verticalAlign: 'top',
        align: isTurned ? 'left' : 'right',
        height: hasOpenDay && isNarrow ? 68 : 40,
      }}
      valueFormatter={show}
      tickLine="none"
      gridAxis="x"
      xAxisProps={{ reversed: isTurned, minTickGap: 28, tickMargin: 10 }}
      yAxisProps={{
        orientation: isTurned ? 'right' : 'left',
        allowDecimals: false,
        width: 56,
        tickFormatter: showTick,
        ...(isTurned && { tick: figuresAtTheRight }),
      }}
      areaProps={{ fillOpacity: 0.12 }}
      composedChartProps={{
        accessibilityLayer: false,
        style: onDay && { cursor: 'pointer' },
        onClick: ({ activeTooltipIndex }) => {
          const line = lines[Number(activeTooltipIndex ?? -1)]
          if (line) onDay?.(line.date)
        },
      }}
    />
  )
}
