import { Button } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'
import { IconPrinter } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useT } from '../../i18n/texts.tsx'
import { useParam } from '../../session/address.ts'
import { FailureNote } from '../../shells/failure-note.tsx'
import { NotFoundPage } from '../../shells/not-found-page.tsx'
import { PageHeader } from '../../shells/page-header.tsx'
import { Card } from '../../ui/card.tsx'
import { ChapterBody } from './chapter-body.tsx'
import { GuideSkeleton } from './guide-skeleton.tsx'
import { useGuide, type Guide } from './read-guide.ts'
import { SupportLine } from './support-line.tsx'
import styles from './help.module.css'

/** A chapter of the handbook. */
export function ChapterPage() {
  const t = useT()
  const name = useParam('chapter')
  const { data: guide, error, refetch } = useGuide()
  const chapter = guide?.get(name)
  useSectionOfUrl(chapter !== undefined)
  if (guide && !chapter) return <NotFoundPage absent="unknown" />
  return (
    <>
      <PageHeader
        title={chapter?.title ?? t('Help')}
        actions={
          chapter && (
            <Button
              variant="default"
              leftSection={<IconPrinter size={16} stroke={1.75} aria-hidden />}
              className={styles.print}
              onClick={() => window.print()}
            >
              {t('Print')}
            </Button>
          )
        }
      />
      {error && !guide && <FailureNote failure={error} onRetry={refetch} />}
      {!error && !guide && <GuideSkeleton />}
      {guide && chapter && (
        <div className={styles.chapter}>
          <Card>
            <article className={styles.text}>
              <ChapterBody blocks={chapter.blocks} />
            </article>
          </Card>
          <Neighbors guide={guide} name={name} />
          <SupportLine />
        </div>
      )}
    </>
  )
}

/** Scrolls to the section that the URL names, which is not there yet when the browser looks for it. */
function useSectionOfUrl(isShown: boolean): void {
  const { hash, pathname } = useLocation()
  useEffect(() => {
    if (isShown && hash) document.getElementById(decodeURIComponent(hash))?.scrollIntoView()
  }, [isShown, hash, pathname])
}

/** The chapters before and after this one. */
function Neighbors({ guide, name }: { guide: Guide; name: string }) {
  const t = useT()
  const names = [...guide.keys()]
  const at = names.indexOf(name)
  const neighbors = [
    [names[at - 1], t('Previous chapter')],
    [names[at + 1], t('Next chapter')],
  ] as const
  return (
    <nav aria-label={t('Chapters')} className={styles.neighbors}>
      {neighbors.map(([neighbor, label]) =>
        neighbor === undefined ? (
          <span key={label} />
        ) : (
          <Link key={label} to={`/help/${neighbor}`} className={styles.neighbor}>
            <span className={styles.neighborLabel}>{label}</span>
            {guide.get(neighbor)!.title}
          </Link>
        ),
      )}
    </nav>
  )
}
