import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import { IconDots, type Icon } from '@tabler/icons-react'
import { isolate } from '../../i18n/isolate.ts'
import { useT } from '../../i18n/texts.tsx'
import styles from './row-actions.module.css'

/** Gray, or a color to which the specification gives a meaning (R190, R191, R193, OQ-46). */
export type ActionColor = 'green' | 'orange' | 'blue' | 'red' | 'gray'

export type RowAct = {
  icon: Icon
  /** The action and its object. */
  label: string
  /** Color for the row's state, if the action shows one. */
  color?: ActionColor
  /** For toggles: whether it is on, because color alone must not convey it. */
  isOn?: boolean
  loading?: boolean
  onClick: () => void
}

type RowActionsProps = {
  /** Of the row, for the menu's label. */
  name: string
  items: readonly RowAct[]
  /** How many are icons in the row itself; the rest go into its menu, so that all rows have the same width. */
  inRow?: number
}

/** As many icons as each row has room for, besides its menu. */
const usual = 2

/** Actions of a row, most common first. Leave out what the user may not do. */
export function RowActions({ name, items, inRow = usual }: RowActionsProps) {
  const t = useT()
  if (items.length === 0) return null
  const more = items.slice(inRow)
  return (
    <span className={styles.root} data-wraps={inRow > usual || undefined}>
      {items.slice(0, inRow).map((item) => (
        <Tooltip key={item.label} label={item.label}>
          <ActionIcon
            size={28}
            aria-label={item.label}
            aria-pressed={item.isOn}
            loading={item.loading}
            onClick={item.onClick}
          >
            <item.icon size={17} stroke={1.75} className={styles.sign} data-color={item.color} />
          </ActionIcon>
        </Tooltip>
      ))}
      {more.length > 0 && (
        <Menu>
          <Menu.Target>
            <ActionIcon
              size={28}
              aria-label={t('More for {name}', { name: isolate(name) })}
              loading={more.some(({ loading }) => loading)}
            >
              <IconDots size={17} stroke={1.75} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown className={styles.menu}>
            {more.map((item) => (
              <Menu.Item
                key={item.label}
                leftSection={<item.icon size={16} stroke={1.75} className={styles.sign} data-color={item.color} />}
                onClick={item.onClick}
                // Toggles in the menu expose their state.
                {...(item.isOn !== undefined && { role: 'menuitemcheckbox', 'aria-checked': item.isOn })}
              >
                {item.label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </span>
  )
}
