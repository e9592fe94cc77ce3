import { Link, useRouterState } from '@tanstack/react-router'
import { IconAlertTriangle } from '@tabler/icons-react'
import { readStanding, type StandingNotice } from '#contract/inbox/standing.ts'
import { useCall } from '../../api/hooks.ts'
import { useFormat } from '../../i18n/format.ts'
import { isolate } from '../../i18n/isolate.ts'
import { msg, useT, type Text } from '../../i18n/texts.tsx'
import type { Me } from '../../session/me.ts'
import { searchOf } from '../../session/search.ts'
import styles from './account-lines.module.css'
import { isSaidAt, noticeWords, type Words } from './account-notices.ts'
import { LineStep } from './account-line-step.tsx'
import { isOpen } from './menu.ts'

/** Polled, because no event reports that a payment was declined or that prepaid leads are used up. */
const lookAgain_ms = 60_000

const useStanding = () => useCall(readStanding, {}, { refetchEvery_ms: lookAgain_ms }).data?.data

/** The notices that are said on the current page. */
function useNotices(me: Me): readonly StandingNotice[] {
  const pathname = useRouterState({ select: (state) => state.resolvedLocation?.pathname })
  const standing = useStanding()
  if (pathname === undefined) return []
  return (standing?.notices ?? []).filter(({ kind }) => isSaidAt(me.access, pathname, kind))
}

/** The bar above everything: the agency's payment account can neither charge nor pay out until it is updated (R060). */
export function AccountBar({ me }: { me: Me }) {
  const t = useT()
  const notice = useNotices(me).find(({ kind }) => kind === 'accountUpdate')
  if (!notice) return null
  return (
    <section className={styles.bar} aria-label={t('Payment account')}>
      <Line me={me} notice={notice} />
    </section>
  )
}

/** A line over every page for each thing that stops the user, until it is settled, with the next step as a link. */
export function AccountLines({ me }: { me: Me }) {
  const t = useT()
  const notices = useNotices(me).filter(({ kind }) => kind !== 'accountUpdate')
  const saysMail = me.mailServerFails && me.viewEndsAt === null
  const isReadOnly = useStanding()?.read_only === true
  if (notices.length === 0 && !saysMail && !isReadOnly) return null
  return (
    <section aria-label={t('Account notices')}>
      {isReadOnly && (
        <div className={styles.line} data-kind="warning">
          <Sign />
          <p className={styles.words}>
            {t(
              'The platform is being maintained. You can look at everything, but nothing can be changed until it ends.',
            )}
          </p>
        </div>
      )}
      {notices.map((notice) => (
        <div key={notice.kind} className={styles.line} data-kind={noticeWords[notice.kind].kind ?? 'danger'}>
          <Line me={me} notice={notice} />
        </div>
      ))}
      {saysMail && (
        <div className={styles.line} data-kind="warning">
          <MailLine me={me} />
        </div>
      )}
    </section>
  )
}

function Line({ me, notice }: { me: Me; notice: StandingNotice }) {
  const t = useT()
  const format = useFormat()
  const { text, textUntil, step }: Words = noticeWords[notice.kind]
  const { stops_on: stopsOn, count } = notice
  const campaign = isolate(notice.campaignName ?? '')
  return (
    <>
      <Sign />
      <p className={styles.words}>
        {textUntil && stopsOn
          ? t(textUntil, { count, date: isolate(format.date(stopsOn)) })
          : t(text, { count, campaign })}
      </p>
      {step && <LineStep me={me} notice={notice} step={step} />}
    </>
  )
}

const mailServer = { to: '/configuration/general-setting', search: { section: 'mail-server' } }
const mailWords: Text = msg('Your mail server is failing. Until it works again, email goes through the platform.')

function MailLine({ me }: { me: Me }) {
  const t = useT()
  return (
    <>
      <Sign />
      <p className={styles.words}>{t(mailWords)}</p>
      {isOpen(me, mailServer.to) && (
        <Link to={mailServer.to} search={searchOf(mailServer.search)}>
          {t('Mail server')}
        </Link>
      )}
    </>
  )
}

const Sign = () => <IconAlertTriangle size={18} stroke={1.75} aria-hidden className={styles.sign} />
