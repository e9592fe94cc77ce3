import { Button, Skeleton } from '@mantine/core'
import { useLingui } from '@lingui/react'
import type { ReactNode } from 'react'
import {
  acceptFeatureAgreement,
  featureDocuments,
  readFeatureAgreement,
  type FeatureId,
} from '#contract/agreements/acceptances.ts'
import { useAction, useCall } from '../../api/hooks.ts'
import { msg, useT } from '../../i18n/texts.tsx'
import { useMe } from '../../session/me.ts'
import { Dialog } from '../../shells/dialog.tsx'
import { DialogFooter } from '../../shells/dialog-footer.tsx'
import { FailureNote } from '../../shells/failure-note.tsx'
import { notifyFailed } from '../../shells/notify.tsx'
import styles from './agreements.module.css'
import { DocumentViewer } from './document-viewer.tsx'
import { useDocument } from './use-document.ts'
import { TeamGate } from '../../shells/team-gate.tsx'

type Feature = { id: FeatureId; name: string }

/** Shows a beta feature to users who have agreed to it, and asks everyone else first (R111). */
export function FeatureGate({ feature, children }: { feature: Feature; children: ReactNode }) {
  const me = useMe()
  // A root user in view mode cannot agree for someone else, so they are not asked.
  const isViewing = me.viewEndsAt !== null
  const params = { user_id: me.id, feature_id: feature.id }
  const agreement = useCall(readFeatureAgreement, { params }, { enabled: !isViewing })
  if (isViewing || agreement.data?.status) return children
  if (agreement.error && !agreement.data) return <FailureNote failure={agreement.error} onRetry={agreement.refetch} />
  if (!agreement.data) return <Skeleton height={320} />
  return (
    <TeamGate operation={acceptFeatureAgreement}>
      <ServiceAgreement
        feature={feature}
        quoteId={agreement.data.quote_id}
        onChanged={() => void agreement.refetch()}
      />
    </TeamGate>
  )
}

/** Goes back in history, or to the start page if there is no history. */
function sendBack(): void {
  if (history.length > 1) history.back()
  else location.assign('/')
}

type ServiceAgreementProps = { feature: Feature; quoteId: string | null; onChanged: () => void }

/** S080: agreeing is stored; closing the dialog any other way goes back. */
function ServiceAgreement({ feature, quoteId, onChanged }: ServiceAgreementProps) {
  const t = useT()
  const me = useMe()
  const { i18n } = useLingui()
  const reading = useDocument(featureDocuments[feature.id])
  const { mutate, isPending } = useAction(acceptFeatureAgreement, { invalidates: [readFeatureAgreement] })
  const agree = (): void =>
    mutate(
      {
        params: { user_id: me.id, feature_id: feature.id },
        body: {
          feature_id: feature.id,
          feature_name: feature.name,
          user_id: me.id,
          is_marketing_services_agreement_feature: true,
          company_name: me.companyName,
          company_id: me.companyId,
          location_menu: 'campaign-management',
          language: i18n.locale === 'ar' ? 'ar' : 'en',
          version: reading.document?.version,
          ...(quoteId && { quote_id: quoteId }),
        },
      },
      // R178: shows a danger notice if saving the agreement fails.
      {
        onError: (failure) => {
          if (failure.code !== 'terms_changed')
            return notifyFailed(t(msg('Something went wrong, please try again later')))
          onChanged()
          reading.retry()
          notifyFailed(t(failure.message))
        },
      },
    )
  return (
    <Dialog opened onClose={sendBack} title={t('Service Agreement')} closeOnClickOutside={false}>
      {/* Focusable, so that a long text can be scrolled with the keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={styles.text} tabIndex={0} role="group" aria-label={t('Service Agreement')}>
        <DocumentViewer {...reading} />
      </div>
      <DialogFooter>
        <Button variant="default" onClick={sendBack} disabled={isPending}>
          {t('Cancel')}
        </Button>
        <Button onClick={agree} loading={isPending} disabled={reading.state !== 'shown'}>
          {t('Yes, I Agree')}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
