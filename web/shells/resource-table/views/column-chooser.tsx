import { ActionIcon, Button, Checkbox, Popover, SegmentedControl } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconColumns3, IconViewportNarrow, IconViewportWide } from '@tabler/icons-react'
import { msg, useT } from '../../../i18n/texts.tsx'
import type { Column } from '../columns.ts'
import { chosenColumns, movedNames } from './chosen-columns.ts'
import { densities, type Density, type ListLook } from './list-look.ts'
import styles from './views.module.css'

const step_rem = 2

/** How wide a column of the list around a button is now. */
function shownWidth_rem(button: HTMLElement, key: string): number {
  const list = button.closest('[role="search"]')?.parentElement
  const width_px = list?.querySelector(`th[data-column="${CSS.escape(key)}"]`)?.getBoundingClientRect().width ?? 0
  return width_px / Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
}

const densityTexts = { comfortable: msg('Comfortable'), compact: msg('Compact') } as const

/** Chooses and orders a list's columns, how wide they are, and how dense its rows are. */
export function ColumnChooser<Row>({ all, look }: { all: readonly Column<Row>[]; look: ListLook<Row> }) {
  const t = useT()
  const label = t('Columns and density')
  return (
    <Popover position="bottom-end" withinPortal={false} trapFocus>
      <Popover.Target>
        <ActionIcon variant="default" size={36} aria-label={label} title={label}>
          <IconColumns3 size={17} stroke={1.75} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={label} className={styles.chooser}>
        <ColumnList all={all} look={look} />
        <SegmentedControl
          fullWidth
          aria-label={t('Density')}
          value={look.density}
          onChange={(density) => look.change({ ...look.parts, density: density as Density })}
          data={densities.map((value) => ({ value, label: t(densityTexts[value]) }))}
        />
        <Button variant="subtle" size="compact-sm" onClick={() => look.change({})}>
          {t('Usual columns')}
        </Button>
      </Popover.Dropdown>
    </Popover>
  )
}

/** The chosen columns in their order, which buttons change, then those that can be added. */
function ColumnList<Row>({ all, look }: { all: readonly Column<Row>[]; look: ListLook<Row> }) {
  const t = useT()
  const names = look.parts.columns.split(',')
  const change = (next: readonly string[]): void => look.change({ ...look.parts, columns: next.join(',') })
  const others = all.filter(({ key, isPinned }) => !isPinned && !names.includes(key))
  const shownOnes = chosenColumns(all, look.parts.columns).filter(({ isPinned }) => !isPinned)
  return (
    <ul className={styles.columns}>
      {[...shownOnes, ...others].map(({ key, header }, index) => {
        const name = t(header)
        const isChosen = index < shownOnes.length
        return (
          <li key={key}>
            <Checkbox
              label={name}
              checked={isChosen}
              // A list without columns would show nothing.
              disabled={isChosen && shownOnes.length === 1}
              onChange={() => change(isChosen ? names.filter((one) => one !== key) : [...names, key])}
            />
            {isChosen && (
              <span className={styles.moves}>
                <ActionIcon
                  size={28}
                  aria-label={t('Make {name} narrower', { name })}
                  onClick={(event) => look.setWidth(key, shownWidth_rem(event.currentTarget, key) - step_rem)}
                >
                  <IconViewportNarrow size={15} stroke={1.75} />
                </ActionIcon>
                <ActionIcon
                  size={28}
                  aria-label={t('Make {name} wider', { name })}
                  onClick={(event) => look.setWidth(key, shownWidth_rem(event.currentTarget, key) + step_rem)}
                >
                  <IconViewportWide size={15} stroke={1.75} />
                </ActionIcon>
                <ActionIcon
                  size={28}
                  aria-label={t('Move {name} up', { name })}
                  disabled={index === 0}
                  onClick={() => change(movedNames(names, index, -1))}
                >
                  <IconArrowUp size={15} stroke={1.75} />
                </ActionIcon>
                <ActionIcon
                  size={28}
                  aria-label={t('Move {name} down', { name })}
                  disabled={index === shownOnes.length - 1}
                  onClick={() => change(movedNames(names, index, 1))}
                >
                  <IconArrowDown size={15} stroke={1.75} />
                </ActionIcon>
              </span>
            )}
          </li>
        )
      })}
    </ul>
  )
}
