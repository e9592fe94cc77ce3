import { Modal, Skeleton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useId, useState, type KeyboardEvent } from 'react'
import { searchEverything, type FoundEverywhere } from '#contract/search/search.ts'
import { call } from '../../api/call.ts'
import { asFailure, type CallFailure } from '../../api/failure.ts'
import { useT } from '../../i18n/texts.tsx'
import { useMe } from '../../session/me.ts'
import { searchOf } from '../../session/search.ts'
import { FailureNote } from '../../shells/failure-note.tsx'
import { useReturnFocus } from '../../shells/return-focus.ts'
import { groupsOf } from './found-groups.ts'
import { groupsNamed, stepTo, type Group, type Hit } from './matching.ts'
import styles from './palette.module.css'
import { recentHits, rememberHit } from './recent-choices.ts'
import { ResultList } from './result-list.tsx'

/** The debounce time before the server is queried, and the minimum number of characters. */
const pause_ms = 150
const fewest = 2

type Search = {
  answer: FoundEverywhere | undefined
  failure: CallFailure | null
  /** Whether the response for the current text is still pending. */
  isWaiting: boolean
}

/** The server's results for the current text; responses to older text are never shown. */
function useSearch(input: string): Search {
  const text = input.trim()
  const [lastPause] = useDebouncedValue(text, pause_ms)
  const isAsked = text.length >= fewest
  const { data, error } = useQuery<FoundEverywhere, CallFailure>({
    queryKey: [searchEverything.name, lastPause],
    queryFn: ({ signal }) =>
      call(searchEverything, { body: { search: lastPause }, signal }).catch((error: unknown) => {
        throw error instanceof DOMException ? error : asFailure(error)
      }),
    enabled: isAsked && lastPause === text,
    // Drop personal data from the cache as soon as the results are no longer shown.
    gcTime: 0,
    staleTime: 0,
  })
  const isCurrent = isAsked && lastPause === text
  return {
    answer: isCurrent ? data : undefined,
    failure: isCurrent ? error : null,
    isWaiting: isAsked && (!isCurrent || (!data && !error)),
  }
}

type PaletteProps = {
  /** What is found without asking the server: pages, settings and actions. */
  places: readonly Group[]
  /** The path below which single leads are found; undefined if the user sees none. */
  leadsPath: string | undefined
  onClose: () => void
}

/** The search dialog over any page: finds the given places, and companies, campaigns, leads and people. */
export function Palette({ places, leadsPath, onClose }: PaletteProps) {
  const t = useT()
  const me = useMe()
  const navigate = useNavigate()
  const list = useId()
  const [input, setInput] = useState('')
  const [position, setPosition] = useState(0)
  const search = useSearch(input)
  useReturnFocus(true)
  const groups = useGroups(places, leadsPath, input, search.answer)
  const hits = groups.flatMap((group) => group.hits)
  const at = Math.min(position, hits.length - 1)
  const open = (hit: Hit | undefined): void => {
    if (!hit) return
    rememberHit(
      me.id,
      hit,
      places.some((group) => group.hits.includes(hit)),
    )
    onClose()
    if ('act' in hit) return hit.act()
    const state = hit.words === undefined ? {} : { listSearch: { '': hit.words } }
    void navigate({ to: hit.to, search: searchOf(hit.search ?? {}), state })
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : undefined
    if (event.key === 'Enter') open(hits[at])
    else if (step) setPosition(stepTo(at, step, hits.length))
    else return
    event.preventDefault()
  }
  return (
    <Modal.Root
      opened
      onClose={onClose}
      size="38rem"
      yOffset="10dvh"
      transitionProps={{ duration: 120 }}
      returnFocus={false}
      // Set on the content only: `className` would go to the positioning wrapper.
      classNames={{ content: styles.root }}
    >
      <Modal.Overlay backgroundOpacity={1} color="var(--overlay)" />
      <Modal.Content radius="lg" aria-label={t('Search everything')}>
        <div className={styles.field}>
          <IconSearch size={19} stroke={1.75} aria-hidden className={styles.sign} />
          <input
            data-autofocus
            className={styles.input}
            role="combobox"
            aria-label={t('Search everything')}
            aria-expanded={hits.length > 0}
            aria-controls={hits.length > 0 ? list : undefined}
            aria-activedescendant={hits[at] && `${list}-${hits[at].key}`}
            aria-autocomplete="list"
            autoComplete="off"
            spellCheck={false}
            maxLength={100}
            placeholder={t('Pages, settings, actions, clients, campaigns, leads')}
            value={input}
            onChange={(event) => {
              setInput(event.currentTarget.value)
              setPosition(0)
            }}
            onKeyDown={onKeyDown}
          />
          <kbd className={styles.key}>Esc</kbd>
        </div>
        <div className={styles.results}>
          {hits.length > 0 && (
            <ResultList
              id={list}
              groups={groups}
              current={hits[at]}
              onPoint={(hit) => setPosition(hits.indexOf(hit))}
              onOpen={open}
            />
          )}
          {search.isWaiting && <Waiting />}
          {search.failure && <FailureNote failure={search.failure} />}
          {hits.length === 0 && !search.isWaiting && !search.failure && <NothingFound />}
        </div>
        <p className={styles.said} role="status">
          {search.isWaiting ? '' : t('{count, plural, one {# result} other {# results}}', { count: hits.length })}
        </p>
      </Modal.Content>
    </Modal.Root>
  )
}

/** Until something is typed: the latest choices, then the first places of each group. */
function useGroups(
  places: readonly Group[],
  leadsPath: string | undefined,
  input: string,
  answer: FoundEverywhere | undefined,
): readonly Group[] {
  const t = useT()
  const { id } = useMe()
  const text = input.trim()
  const placeHits = places.flatMap(({ hits }) => hits)
  const recent: Group = { title: t('Recent'), hits: text === '' ? recentHits(id, placeHits) : [] }
  const others = places.map(({ title, hits }) => ({ title, hits: hits.filter((hit) => !recent.hits.includes(hit)) }))
  const groups = [recent, ...groupsNamed(others, text), ...(answer ? groupsOf(answer, leadsPath, t) : [])]
  return groups.filter(({ hits }) => hits.length > 0)
}

function Waiting() {
  return (
    <div className={styles.waiting} aria-hidden="true">
      {[58, 42, 66].map((width) => (
        <Skeleton key={width} height={12} width={`${width}%`} />
      ))}
    </div>
  )
}

function NothingFound() {
  const t = useT()
  return (
    <div className={styles.nothing}>
      <p className={styles.nothingTitle}>{t('Nothing has this name.')}</p>
      <p>{t('Try the beginning of a name, an email address or a phone number.')}</p>
    </div>
  )
}
