import '@mantine/charts/styles.layer.css'
import { CompositeChart } from '@mantine/charts'
import { useDirection } from '@mantine/core'
import { useFormat } from '../../../i18n/format.ts'
import styles from './figures.module.css'

export type ChartLine = { now: number; before: number; date: string }

type LeadChartProps = {
  lines: readonly ChartLine[]
  nameNow: string
  nameBefore: string
  show: (value: number) => string
  /** A shorter format for the axis. */
  showTick: (value: number) => string
  height: number
}

/** The library offsets labels for a left axis; with the axis on the right they would overlap the chart. */
const figuresAtTheRight = { transform: 'translate(2, 0)', fontSize: 12, fill: 'currentColor' }

/** The current days as an area, the previous period as a dashed line. Visual only: the table has the same data. */
export function LeadChart({ lines, nameNow, nameBefore, show, showTick, height }: LeadChartProps) {
  const format = useFormat()
  const isTurned = useDirection().dir === 'rtl'
  return (
    <CompositeChart
      className={styles.plot}
      h={height}
      data={lines.map((line) => ({ ...line, day: format.day(line.date) }))}
      dataKey="day"
      series={[
        { name: 'now', label: nameNow, color: 'var(--brand-text)', type: 'area' },
        { name: 'before', label: nameBefore, color: 'var(--muted)', type: 'line', strokeDasharray: '4 4' },
      ]}
      curveType="monotone"
      withDots={lines.length <= 7}
      dotProps={{ r: 3 }}
      withLegend
      legendProps={{ verticalAlign: 'top', align: isTurned ? 'left' : 'right', height: 40 }}
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
      composedChartProps={{ accessibilityLayer: false }}
    />
  )
}
