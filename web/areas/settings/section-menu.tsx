import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState, type KeyboardEvent } from 'react'
import { opens } from '#contract/guards/judge.ts'
import { useT, type Text, type Translate } from '../../i18n/texts.tsx'
import { useMe, type Me } from '../../session/me.ts'
import { searchOf, type Search } from '../../session/search.ts'
import type { SettingsTarget } from '../../shells/settings/settled.ts'
import { sectionGroups } from './sections.ts'
import styles from './general-setting-page.module.css'

const settingsPath = '/configuration/general-setting'

type Place = { key: string; title: Text; to: string; search?: (before: Search) => Search }
type PlaceGroup = { title: Text; places: readonly Place[] }

/** What the user may open, in groups. */
const groupsFor = (me: Me, company: SettingsTarget): readonly PlaceGroup[] =>
  sectionGroups.map(({ title, sections, pages = [] }) => ({
    title,
    places: [
      ...sections
        .filter(({ isFor }) => isFor(me, company))
        .map(({ key, title: name }): Place => ({
          key,
          title: name,
          to: settingsPath,
          search: searchOf((before: Search) => ({ ...before, section: key })),
        })),
      ...pages
        .filter(({ to, isFor }) => company.companyId === me.companyId && isFor(me) && opens(me.access, to))
        .map(({ to, title: name }): Place => ({ key: to, title: name, to })),
    ],
  }))

/** The places whose name, or whose group's name, contains the words, in the user's language or in English. */
function narrowed(groups: readonly PlaceGroup[], words: string, t: Translate): readonly PlaceGroup[] {
  const text = words.trim().toLocaleLowerCase()
  const isNamed = (title: Text): boolean => `${t(title)} ${title}`.toLocaleLowerCase().includes(text)
  return groups
    .map(({ title, places }) => ({ title, places: places.filter((place) => isNamed(title) || isNamed(place.title)) }))
    .filter(({ places }) => places.length > 0)
}

/** On phones the sections are a scrolling row: scroll the selected one into view. */
const showInRow = (entry: HTMLElement | null): void => entry?.scrollIntoView({ block: 'nearest', inline: 'nearest' })

/** The sections of the settings in groups, with a search field that Enter leaves for the first section it finds. */
export function SectionMenu({ company, current }: { company: SettingsTarget; current: string }) {
  const t = useT()
  const navigate = useNavigate()
  const [words, setWords] = useState('')
  const groups = narrowed(groupsFor(useMe(), company), words, t)
  const onKeyDown = (event: KeyboardEvent): void => {
    const first = groups[0]?.places[0]
    if (event.key !== 'Enter' || words.trim() === '' || !first) return
    void navigate({ to: first.to, ...(first.search && { search: first.search }) })
  }
  return (
    <div className={styles.side}>
      <TextInput
        type="search"
        aria-label={t('Search settings')}
        placeholder={t('Search settings')}
        leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <nav className={styles.menu} aria-label={t('Sections')}>
        {groups.map(({ title, places }) => (
          <div key={title} className={styles.group} role="group" aria-label={t(title)}>
            <p className={styles.title} aria-hidden="true">
              {t(title)}
            </p>
            {places.map(({ key, title: name, to, search }) => (
              <Link
                key={key}
                to={to}
                search={search}
                replace={to === settingsPath}
                className={styles.entry}
                aria-current={key === current ? 'page' : undefined}
                data-chosen={key === current || undefined}
                ref={key === current ? showInRow : undefined}
              >
                {t(name)}
              </Link>
            ))}
          </div>
        ))}
        {groups.length === 0 && <p className={styles.nothing}>{t('No section has this name.')}</p>}
      </nav>
    </div>
  )
}
