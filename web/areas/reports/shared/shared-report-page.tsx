import { useCallback, useEffect, useState } from 'react'
import type { Module } from '#contract/campaigns/modules.ts'
import { reasonTable, type Reason } from '#contract/leads/reasons.ts'
import type { SharedReport } from '#contract/reports/links.ts'
import { kindNames, listsKey, listsName } from '#contract/reports/table-names.ts'
import { asFailure, CallFailure } from '../../../api/failure.ts'
import { sendOpen } from '../../../api/open-calls.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useT } from '../../../i18n/texts.tsx'
import { brand } from '../../../session/boot.ts'
import { BrandMark } from '../../../ui/brand-mark.tsx'
import { Card } from '../../../ui/card.tsx'
import { isLinkRejected, UncheckedLinkForm } from '../../sign-in/password/unchecked-link-form.tsx'
import { FiguresNote } from '../../../shells/figures/figures-note.tsx'
import { ReportGrid } from '../tables/report-grid.tsx'
import styles from './shared-report-page.module.css'

/** The token is in the URL fragment, which browsers do not send, so it appears in no log and no referrer. */
const tokenOf = (): string => location.hash.slice(1)

/** The report, or why there is none: the link does not work (`absent`), or nobody could say whether it does. */
type Opened = SharedReport | 'absent' | CallFailure

async function openLink(token: string): Promise<Opened> {
  try {
    const request = { method: 'POST', path: '/shared-report', body: { token }, sealed: true }
    return (await sendOpen<{ data: SharedReport }>(request)).data
  } catch (error) {
    const failure = asFailure(error)
    return failure.code === 'not_found' || isLinkRejected(failure) ? 'absent' : failure
  }
}

/** The report behind a shared link, in the branding of its host, for anyone who has the link. */
export function SharedReportPage() {
  const [outcome, setOutcome] = useState<Opened | null>(null)
  const open = useCallback(async () => {
    const token = tokenOf()
    const answer = await openLink(token)
    // The URL may name another link by now.
    if (token === tokenOf()) setOutcome(answer)
  }, [])
  useEffect(() => {
    const openAnew = (): void => {
      setOutcome(null)
      void open()
    }
    openAnew()
    window.addEventListener('hashchange', openAnew)
    return () => window.removeEventListener('hashchange', openAnew)
  }, [open])
  const { name, logo_svg } = brand()
  return (
    <div className={styles.root}>
      <header className={styles.brand}>
        <BrandMark name={name} logo_svg={logo_svg} size="lg" />
        <bdi data-brand-name>{name}</bdi>
      </header>
      <main className={styles.main} aria-busy={outcome === null || undefined}>
        {outcome === 'absent' ? (
          <Absent />
        ) : outcome instanceof CallFailure ? (
          <div className={styles.unchecked}>
            <UncheckedLinkForm failure={outcome} onRetry={open} />
          </div>
        ) : (
          outcome && <Report link={outcome} />
        )}
      </main>
    </div>
  )
}

function Report({ link: { report, company_name, module_name, expires_at } }: { link: SharedReport }) {
  const t = useT()
  const format = useFormat()
  const title = t(kindNames[report.kind])
  useEffect(() => {
    document.title = `${title} · ${brand().name}`
  }, [title])
  const nameOf = (key: string): string => {
    if (report.kind === 'days') return format.day(key)
    if (key === listsKey) return t(listsName)
    return report.kind === 'funnel' ? t(reasonTable[key as Reason].title) : brand().modules[key as Module].name
  }
  return (
    <>
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.lead}>
        {t('{start} to {end} ({zone})', {
          start: format.date(report.start),
          end: format.date(report.end),
          zone: report.time_zone,
        })}
        {[company_name, module_name].map((part) => part && <bdi key={part}> · {part}</bdi>)}
      </p>
      <Card>
        {report.rows.length === 0 ? (
          <p>{t('Nothing in this period')}</p>
        ) : (
          <ReportGrid table={report} nameOf={nameOf} />
        )}
      </Card>
      <FiguresNote timeZone={report.time_zone} comparison={report.comparison} />
      <p className={styles.lead}>{t('This link works until {when}.', { when: format.dateTime(expires_at) })}</p>
    </>
  )
}

function Absent() {
  const t = useT()
  return (
    <>
      <h1 className={styles.title}>{t('This link does not work')}</h1>
      <p className={styles.lead}>{t('It has expired, was revoked or is incomplete. Ask the sender for a new one.')}</p>
    </>
  )
}
