import { TextInput } from '@mantine/core'
import { Link, Navigate } from '@tanstack/react-router'
import { IconSearch } from '@tabler/icons-react'
import { useDeferredValue, useState } from 'react'
import { useT } from '../../i18n/texts.tsx'
import { useSearchText } from '../../session/address.ts'
import { useMe } from '../../session/me.ts'
import { modulePlaces } from '../../session/module.ts'
import { FailureNote } from '../../shells/failure-note.tsx'
import { PageHeader } from '../../shells/page-header.tsx'
import { PageLink } from '../../shells/page-link.tsx'
import { Card } from '../../ui/card.tsx'
import { chapterAt } from './chapter-of-page.ts'
import { GuideSkeleton } from './guide-skeleton.tsx'
import { handbook } from './handbook.ts'
import { useGuide, type Guide } from './read-guide.ts'
import { searchGuide } from './search-guide.ts'
import { SupportLine } from './support-line.tsx'
import styles from './help.module.css'

/** The handbook's contents and its search. A page's "?" leads here with its own address, and on to its chapter. */
export function HelpPage() {
  const t = useT()
  const [text, setText] = useState('')
  const soughtText = useDeferredValue(text)
  const { data: guide, error, refetch } = useGuide()
  const askedPage = useSearchText('page')
  const chapter =
    askedPage &&
    chapterAt(
      askedPage,
      modulePlaces().map(({ base }) => base.slice(1)),
    )
  if (chapter && guide?.has(chapter)) return <Navigate to={`/help/${chapter}`} replace />
  return (
    <>
      <PageHeader
        title={t('Help')}
        description={t('How to use each page, from nothing to the first lead and beyond.')}
      />
      {error && !guide && <FailureNote failure={error} onRetry={refetch} />}
      {!error && !guide && <GuideSkeleton />}
      {guide && (
        <>
          <TextInput
            type="search"
            className={styles.search}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            aria-label={t('Search help')}
            placeholder={t('Search help')}
            leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
          />
          {soughtText.trim() === '' ? <Contents guide={guide} /> : <Results guide={guide} text={soughtText} />}
          <SupportLine />
        </>
      )}
    </>
  )
}

function Contents({ guide }: { guide: Guide }) {
  const t = useT()
  const me = useMe()
  return (
    <div className={styles.parts}>
      {handbook
        .filter(({ isFor }) => isFor(me))
        .map(({ folder, title, chapters }) => (
          <Card key={folder}>
            <h2 className={styles.partTitle}>{t(title)}</h2>
            <ol className={styles.contents}>
              {chapters.map((name) => (
                <li key={name}>
                  <Link to={`/help/${name}`} className={styles.entry}>
                    {guide.get(name)?.title}
                  </Link>
                </li>
              ))}
            </ol>
          </Card>
        ))}
    </div>
  )
}

function Results({ guide, text }: { guide: Guide; text: string }) {
  const t = useT()
  const results = searchGuide(guide, text)
  return (
    <Card>
      <p role="status" className={styles.count}>
        {results.length === 0
          ? t('Nothing found. Try another word, or fewer.')
          : t('{count, plural, one {One place} other {# places}}', { count: results.length })}
      </p>
      {results.length > 0 && (
        <ul aria-label={t('Search results')} className={styles.results}>
          {results.map(({ chapter, title, hash, heading, line }) => (
            <li key={`${chapter} ${hash}`}>
              <PageLink to={`/help/${chapter}`} hash={hash} className={styles.entry}>
                {heading ? `${title}: ${heading}` : title}
              </PageLink>
              <p className={styles.excerpt}>{line}</p>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
