import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { readStanding, type StandingNotice } from '#contract/inbox/standing.ts'
import { useCall } from '../../api/hooks.ts'
import { isolate } from '../../i18n/isolate.ts'
import { useT } from '../../i18n/texts.tsx'
import type { Me } from '../../session/me.ts'
import { modulePlaces } from '../../session/module.ts'
import { searchOf } from '../../session/search.ts'
import { campaignPath } from '../../paths/campaigns.ts'
import { AccountDialog } from './account-dialogs.tsx'
import type { AccountDialogName } from './account-dialog-names.ts'
import styles from './account-lines.module.css'
import type { Words } from './account-notices.ts'
import { isOpen } from './menu.ts'

type Step = NonNullable<Words['step']>

/** The next step of a notice, if this user can take it. */
export function LineStep({ me, notice, step }: { me: Me; notice: StandingNotice; step: Step }) {
  const t = useT()
  if ('campaign' in step) return <CampaignStep me={me} notice={notice} />
  if ('mailTo' in step) return <MailStep me={me} to={step.mailTo} />
  if ('dialog' in step) return <DialogStep name={step.dialog} label={t(step.label)} />
  if (!isOpen(me, step.to)) return <MailStep me={me} to="owner" />
  return (
    <Link to={step.to} search={searchOf(step.search)}>
      {t(step.label)}
    </Link>
  )
}

/** The campaign; for several, the list of what needs attention, or of campaigns. */
function CampaignStep({ me, notice }: { me: Me; notice: StandingNotice }) {
  const t = useT()
  const place = modulePlaces().find(({ module }) => module === notice.module)
  if (place && notice.campaignId !== null) {
    const to = campaignPath(place, notice.campaignId)
    return isOpen(me, to) ? <Link to={to}>{t('Open campaign')}</Link> : <MailStep me={me} to="supportContact" />
  }
  if (isOpen(me, '/inbox')) return <Link to="/inbox">{t('Inbox')}</Link>
  return isOpen(me, '/campaign') ? <Link to="/campaign">{t('Campaigns')}</Link> : null
}

/** Whoever can settle it, for users who can't: the agency's owner, or the contact that the company above chose. */
function MailStep({ me, to }: { me: Me; to: 'owner' | 'supportContact' }) {
  const t = useT()
  const { data } = useCall(readStanding, {})
  const contact = to === 'owner' ? data?.data.owner : me.supportContact
  if (!contact) return null
  return <a href={`mailto:${contact.email}`}>{t('Contact {name}', { name: isolate(contact.name) })}</a>
}

function DialogStep({ name, label }: { name: AccountDialogName; label: string }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button type="button" className={styles.step} onClick={() => setIsOpen(true)}>
        {label}
      </button>
      <AccountDialog name={isOpen ? name : null} onClose={() => setIsOpen(false)} />
    </>
  )
}
