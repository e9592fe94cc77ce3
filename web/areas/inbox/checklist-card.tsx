import { CloseButton } from '@mantine/core'
import { IconCircle, IconCircleCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Suspense, useEffect, useId, useRef, useState } from 'react'
import { guard } from '#contract/guards/guard.ts'
import { checklistOf, readChecklist, type ChecklistStep } from '#contract/inbox/checklist.ts'
import { closeChecklist } from '#contract/people/checklist.ts'
import { call } from '../../api/call.ts'
import { useCall } from '../../api/hooks.ts'
import { msg, useT, type Text } from '../../i18n/texts.tsx'
import { listPath } from '../../paths/campaigns.ts'
import { agencyListPath, clientListPath } from '../../paths/companies.ts'
import { useMe, type Me } from '../../session/me.ts'
import { useModule, type ModulePlace } from '../../session/module.ts'
import { searchOf } from '../../session/search.ts'
import { FailureNote } from '../../shells/failure-note.tsx'
import { storeChecklistSeen } from '../../start/figures-last-seen.ts'
import { lazyPart } from '../../start/lazy/lazy-part.ts'
import { Bar } from '../../ui/bar.tsx'
import { Card } from '../../ui/card.tsx'
import styles from './checklist-card.module.css'

const TwoFactorDialog = lazyPart(() =>
  import('../sign-in/second-factor/two-factor-dialog.tsx').then((m) => m.TwoFactorDialog),
)

const texts: Readonly<Record<ChecklistStep, Text>> = {
  people: msg('Import identity data'),
  brand: msg('Upload your logo'),
  domain: msg('Use a domain of your own'),
  mail_server: msg('Send mail from your own server'),
  account: msg('Choose where you are paid'),
  card: msg('Store a card'),
  agency: msg('Add a first agency'),
  client: msg('Add a first client'),
  campaign: msg('Build a first campaign'),
  pixel: msg('Install a pixel'),
  lead: msg('Get a first lead'),
  delivery: msg('Have a lead delivered'),
  second_factor: msg('Turn on a second factor'),
}

/** Whose list was closed since the page was loaded: the stored answer is read with the next load. */
let closedBy: string | null = null

/**
 * The first steps of the signed-in user, which tick themselves off. The steps are known before the answer, so that nothing
 * below moves. A complete list is shown once more, and is gone with the next page.
 */
export function ChecklistCard() {
  const me = useMe()
  const [isOpen, setIsOpen] = useState(me.checklistOpen && me.viewEndsAt === null && closedBy !== me.id)
  const steps = checklistOf(me.access)
  const close = (): void => {
    if (closedBy === me.id) return
    closedBy = me.id
    void call(closeChecklist, { body: {} }).catch(() => undefined)
  }
  const isShown = isOpen && steps.length > 0
  useEffect(() => {
    if (!isShown) storeChecklistSeen(0)
  }, [isShown])
  if (!isShown) return null
  return (
    <Steps
      steps={steps}
      onComplete={close}
      onHide={() => {
        close()
        setIsOpen(false)
      }}
    />
  )
}

type Shown = { steps: readonly ChecklistStep[]; onComplete: () => void; onHide: () => void }

function Steps({ steps, onComplete, onHide }: Shown) {
  const t = useT()
  const headingId = useId()
  const place = useRef<HTMLDivElement>(null)
  // The frame that shows before any code reserves as much.
  useEffect(() => storeChecklistSeen(place.current!.offsetHeight))
  const checklist = useCall(readChecklist, {})
  const answer = checklist.data?.data.steps
  const shownSteps: readonly { step: ChecklistStep; done?: boolean }[] = answer ?? steps.map((step) => ({ step }))
  const doneCount = shownSteps.filter((step) => step.done).length
  const isComplete = answer !== undefined && doneCount === answer.length
  useEffect(() => {
    if (isComplete) onComplete()
  }, [isComplete, onComplete])
  return (
    <div ref={place} className={styles.card}>
      <Card>
        <section aria-labelledby={headingId}>
          <div className={styles.head}>
            <h2 id={headingId} className={styles.heading}>
              {t('Getting started')}
            </h2>
            <span className={styles.count}>
              {isComplete
                ? t('All steps are done.')
                : answer && t('{done} of {total} steps', { done: doneCount, total: answer.length })}
            </span>
            <CloseButton size="sm" aria-label={t('Hide these steps')} onClick={onHide} />
          </div>
          <Bar share={doneCount / shownSteps.length} />
          {checklist.error && !answer && <FailureNote failure={checklist.error} onRetry={checklist.refetch} />}
          <ul className={styles.steps}>
            {shownSteps.map(({ step, done: isDone }) => (
              <StepLine key={step} step={step} isDone={isDone} />
            ))}
          </ul>
        </section>
      </Card>
    </div>
  )
}

/** Where a step is taken. The second factor has a dialog. */
function wayTo(step: Exclude<ChecklistStep, 'second_factor'>, me: Me, module: ModulePlace): string {
  const campaigns = listPath(module)
  const settings = '/configuration/general-setting'
  return {
    people: '/configuration/data-enrichment',
    brand: `${settings}?section=branding`,
    domain: `${settings}?section=custom-domain`,
    mail_server: `${settings}?section=mail-server`,
    account: `${settings}?section=payment-account`,
    card: '/user/card-setting',
    agency: agencyListPath,
    client: clientListPath,
    campaign: `${campaigns}/new`,
    pixel: campaigns,
    lead: `${module.base}/visits`,
    delivery: guard(me.access, '/integrations').kind === 'shown' ? '/integrations' : campaigns,
  }[step]
}

function StepLine({ step, isDone }: { step: ChecklistStep; isDone: boolean | undefined }) {
  const t = useT()
  const Mark = isDone ? IconCircleCheck : IconCircle
  return (
    <li className={styles.step} data-done={isDone}>
      <Mark
        size={18}
        stroke={1.75}
        {...(isDone ? { role: 'img', 'aria-label': t('Done') } : { 'aria-hidden': true })}
      />
      {isDone === false ? <StepLink step={step} /> : <span>{t(texts[step])}</span>}
    </li>
  )
}

function StepLink({ step }: { step: ChecklistStep }) {
  const t = useT()
  const me = useMe()
  const module = useModule()
  const [isOpen, setIsOpen] = useState(false)
  if (step === 'second_factor')
    return (
      <>
        <button type="button" className={styles.link} onClick={() => setIsOpen(true)}>
          {t(texts[step])}
        </button>
        <Suspense>{isOpen && <TwoFactorDialog onClose={() => setIsOpen(false)} />}</Suspense>
      </>
    )
  const [to, section] = wayTo(step, me, module).split('?section=')
  if (guard(me.access, to!).kind !== 'shown') return <span>{t(texts[step])}</span>
  return (
    <Link to={to!} search={searchOf(section === undefined ? undefined : { section })} className={styles.link}>
      {t(texts[step])}
    </Link>
  )
}
