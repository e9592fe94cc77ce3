import { Button } from '@mantine/core'
import { useState } from 'react'
import { decideShareClaims } from '#contract/reclaims/claims.ts'
import { useFormat } from '../../i18n/format.ts'
import { isolate } from '../../i18n/isolate.ts'
import { useT } from '../../i18n/texts.tsx'
import { useMe } from '../../session/me.ts'
import { ConfirmAction } from '../../shells/confirm-action.tsx'
import { reclaimReads } from './reclaim-reads.ts'
import styles from './reclaims.module.css'

type Props = {
  of: { company_id: string; company_name: string }
  /** Omitted: all claims of the agency that wait. */
  claimIds?: readonly string[]
  /** In dollars. */
  amount: number
}

/** The operator gives back what an agency claims, or keeps it. */
export function Decision(props: Props) {
  const t = useT()
  const me = useMe()
  const [decision, setDecision] = useState<'accept' | 'decline' | null>(null)
  if (me.viewEndsAt !== null) return null
  const name = isolate(props.of.company_name)
  const isAll = props.claimIds === undefined
  return (
    <span className={styles.decision}>
      <Button
        size="compact-xs"
        aria-label={
          isAll ? t('Give back all that {name} claims', { name }) : t('Give back what {name} claims', { name })
        }
        onClick={() => setDecision('accept')}
      >
        {isAll ? t('Give back all') : t('Give back')}
      </Button>
      <Button
        size="compact-xs"
        variant="default"
        aria-label={isAll ? t('Decline all claims of {name}', { name }) : t('Decline the claim of {name}', { name })}
        onClick={() => setDecision('decline')}
      >
        {isAll ? t('Decline all') : t('Decline')}
      </Button>
      {decision && <Confirmation {...props} decision={decision} onClose={() => setDecision(null)} />}
    </span>
  )
}

function Confirmation({
  of,
  claimIds,
  amount,
  decision,
  onClose,
}: Props & { decision: 'accept' | 'decline'; onClose: () => void }) {
  const t = useT()
  const format = useFormat()
  const values = { amount: isolate(format.price(Math.round(amount * 10_000))), name: isolate(of.company_name) }
  const isAccepting = decision === 'accept'
  return (
    <ConfirmAction
      title={isAccepting ? t('Give {amount} back to {name}?', values) : t('Decline {amount} of {name}?', values)}
      confirmLabel={isAccepting ? t('Give back') : t('Decline')}
      danger={!isAccepting}
      operation={decideShareClaims}
      input={{
        body: { companyId: of.company_id, decision, ...(claimIds && { claims: [...claimIds] }) },
      }}
      invalidates={reclaimReads}
      onClose={onClose}
    >
      {isAccepting
        ? t('It is credited to the agency at once, in addition to its limit. This cannot be undone.')
        : t('The agency bears what it has credited or refunded to its client. This cannot be undone.')}
    </ConfirmAction>
  )
}
