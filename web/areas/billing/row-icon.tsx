import { ActionIcon, Tooltip } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'

type RowIconProps = {
  icon: Icon
  label: string
  color?: string | undefined
  /** Of an icon that switches something: colour never says it alone. */
  isOn?: boolean
  loading?: boolean
  onClick: () => void
}

/** One action of a company's row, named by a tooltip. */
export function RowIcon({ icon: Sign, label, color, isOn, loading, onClick }: RowIconProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon size={28} aria-label={label} aria-pressed={isOn} color={color} loading={loading} onClick={onClick}>
        <Sign size={17} stroke={1.75} />
      </ActionIcon>
    </Tooltip>
  )
}
