import { UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { Link, useRouterState } from '@tanstack/react-router'
import { Suspense, useEffect, useId, useState, type ReactNode } from 'react'
import type { Module } from '#contract/campaigns/modules.ts'
import { useT } from '../../i18n/texts.tsx'
import { useOptionalParam } from '../../session/address.ts'
import { useMe } from '../../session/me.ts'
import { modulePlaceOf, useModule } from '../../session/module.ts'
import type { Search } from '../../session/search.ts'
import { isAt, menuOf, type MenuEntry, type MenuGroup } from './menu.ts'
import { MENU_ID } from './menu-id.ts'
import styles from './sidebar.module.css'

/** The groups that are open: the first one, each that the user enters, and what they open and close themselves. */
function useOpenGroups(inside: Module | undefined, first: Module | undefined) {
  const [open, setOpen] = useState<readonly Module[]>(() => [inside ?? first].flatMap((one) => one ?? []))
  const [last, setLast] = useState(inside)
  if (last !== inside) {
    setLast(inside)
    if (inside && !open.includes(inside)) setOpen([...open, inside])
  }
  const toggle = (module: Module): void =>
    setOpen(open.includes(module) ? open.filter((one) => one !== module) : [...open, module])
  return { open, toggle }
}

/** The main menu: always visible on wide screens, an overlay on narrow ones. Its order is the same on every page. */
export function Sidebar({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useT()
  const me = useMe()
  const here = useModule().module
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  const place = modulePlaceOf(useOptionalParam('module'))
  const { groups, company } = menuOf(me, here)
  const current = [...company, ...groups.flatMap(({ entries }) => entries)].find((entry) =>
    isAt(me, entry, pathname, here),
  )
  const inside = current && company.includes(current) ? undefined : place?.module
  const openGroups = useOpenGroups(inside, groups[0]?.place.module)
  useEffect(() => {
    if (!open) return undefined
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return
      onClose()
      document.querySelector<HTMLElement>(`[aria-controls="${MENU_ID}"]`)?.focus()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [open, onClose])
  return (
    <>
      <div className={styles.cover} data-open={open || undefined} onClick={onClose} aria-hidden="true" />
      <nav id={MENU_ID} className={styles.root} data-open={open || undefined} aria-label={t('Main menu')}>
        {groups.length > 0 && (
          <Section title={t('Modules')} tour="modules">
            {groups.map((group) => (
              <Group
                key={group.place.module}
                group={group}
                current={current}
                isOpen={openGroups.open.includes(group.place.module)}
                onToggle={() => openGroups.toggle(group.place.module)}
                onClick={onClose}
              />
            ))}
          </Section>
        )}
        {company.length > 0 && (
          <Section title={t('Workspace')} tour="workspace">
            {company.map((entry) => (
              <Entry
                key={entry.to}
                entry={entry}
                isCurrent={entry === current}
                // From inside a module, the list begins with its leads, as its dashboard counts them.
                search={inside && entry.to.endsWith('/leads') ? { module: inside } : undefined}
                onClick={onClose}
              />
            ))}
          </Section>
        )}
      </nav>
    </>
  )
}

type SectionProps = { title: string; tour: string; children: ReactNode }

/** `tour` identifies the section for the product tour. */
function Section({ title, tour, children }: SectionProps) {
  return (
    <div className={styles.section} role="group" aria-label={title} data-tour={tour}>
      <p className={styles.title} aria-hidden="true">
        {title}
      </p>
      {children}
    </div>
  )
}

type GroupProps = {
  group: MenuGroup
  current: MenuEntry | undefined
  isOpen: boolean
  onToggle: () => void
  onClick: () => void
}

/** A module: its name, which links to its campaigns, and below it its pages. */
function Group({ group, current, isOpen, onToggle, onClick }: GroupProps) {
  const t = useT()
  const id = useId()
  const { place, icon: GroupIcon, to, entries } = group
  const isInside = current !== undefined && entries.includes(current)
  return (
    <>
      <div className={styles.head} data-current={(isInside && !isOpen) || undefined}>
        <Link to={to} className={styles.entry} onClick={onClick}>
          <GroupIcon size={19} stroke={1.6} className={styles.icon} aria-hidden />
          <bdi className={styles.label}>{place.name}</bdi>
        </Link>
        <UnstyledButton
          className={styles.toggle}
          aria-expanded={isOpen}
          aria-controls={id}
          aria-label={t('Pages of {name}', { name: place.name })}
          onClick={onToggle}
        >
          <IconChevronDown size={16} stroke={1.75} aria-hidden />
        </UnstyledButton>
      </div>
      <div id={id} role="group" aria-label={place.name} className={styles.pages} hidden={!isOpen}>
        {entries.map((entry) => (
          <Entry key={entry.to} entry={entry} isCurrent={entry === current} onClick={onClick} />
        ))}
      </div>
    </>
  )
}

type EntryProps = { entry: MenuEntry; isCurrent: boolean; search?: Search | undefined; onClick: () => void }

function Entry({ entry, isCurrent, search, onClick }: EntryProps) {
  const t = useT()
  const { icon: EntryIcon, label, to, Count } = entry
  return (
    <Link
      to={to}
      search={search}
      className={styles.entry}
      data-current={isCurrent || undefined}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={onClick}
      activeOptions={{ exact: true, includeSearch: false }}
    >
      <EntryIcon size={19} stroke={1.6} className={styles.icon} aria-hidden />
      <bdi className={styles.label}>{'name' in label ? label.name : t(label.text)}</bdi>
      {Count && (
        <Suspense>
          <Count />
        </Suspense>
      )}
    </Link>
  )
}
