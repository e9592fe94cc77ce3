import { ActionIcon, Tooltip } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import styles from './billing.module.css'

/** Grey, or what the specification gives a meaning (R190, R191, R193, OQ-46). */
export type RowColor = 'green' | 'orange' | 'blue' | 'red' | 'gray'

type RowIconProps = {
  icon: Icon
  label: string
  /** What it tells of the row; an action that tells nothing has none. */
  color?: RowColor
  /** Of an icon that switches something: colour never says it alone. */
  isOn?: boolean
  loading?: boolean
  onClick: () => void
}

/** One action of a company's row, named by a tooltip. */
export function RowIcon({ icon: Sign, label, color, isOn, loading, onClick }: RowIconProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon size={28} aria-label={label} aria-pressed={isOn} loading={loading} onClick={onClick}>
        <Sign size={17} stroke={1.75} className={styles.sign} data-color={color} />
      </ActionIcon>
    </Tooltip>
  )
}
