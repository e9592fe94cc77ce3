import { useEffect, useRef } from 'react'
import { Bdi } from '../../ui/bdi.tsx'
import { useT } from '../../i18n/texts.tsx'
import type { Group, Hit } from './matching.ts'
import styles from './palette.module.css'

type ResultListProps = {
  id: string
  groups: readonly Group[]
  current: Hit | undefined
  onPoint: (hit: Hit) => void
  onOpen: (hit: Hit) => void
}

/** The results in groups; focus stays in the search field, which announces the selected result. */
export function ResultList({ id, groups, current, onPoint, onOpen }: ResultListProps) {
  const t = useT()
  const root = useRef<HTMLDivElement>(null)
  useEffect(() => {
    root.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [current?.key])
  return (
    <div ref={root} id={id} role="listbox" aria-label={t('Results')}>
      {groups.map(({ title, hits }) => (
        <div key={title} role="group" aria-label={title} className={styles.group}>
          <p className={styles.title} aria-hidden="true">
            {title}
          </p>
          {hits.map((hit) => (
            <Option
              key={hit.key}
              id={`${id}-${hit.key}`}
              hit={hit}
              isChosen={hit === current}
              onPoint={onPoint}
              onOpen={onOpen}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

type OptionProps = Pick<ResultListProps, 'onPoint' | 'onOpen'> & { id: string; hit: Hit; isChosen: boolean }

function Option({ id, hit, isChosen, onPoint, onOpen }: OptionProps) {
  const { icon: Sign, name, detail } = hit
  return (
    <div
      id={id}
      role="option"
      aria-selected={isChosen}
      className={styles.option}
      // Use move events, so that a resting pointer does not select whatever appears under it when the list changes.
      onPointerMove={() => !isChosen && onPoint(hit)}
      onClick={() => onOpen(hit)}
    >
      <Sign size={18} stroke={1.6} aria-hidden className={styles.sign} />
      <span className={styles.words}>
        <Bdi>{name}</Bdi>
        {detail && <bdi className={styles.detail}>{detail}</bdi>}
      </span>
    </div>
  )
}
