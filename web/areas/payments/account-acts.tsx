import { Button } from '@mantine/core'
import { useState } from 'react'
import type { AccountState } from '#contract/guards/access-context.ts'
import { checkConnectedAccount, getAccountLink } from '#contract/payments/accounts.ts'
import { readStanding } from '#contract/inbox/standing.ts'
import { readAccess } from '#contract/people/user.ts'
import { useAction, useCall } from '../../api/hooks.ts'
import { msg, useT, type Text } from '../../i18n/texts.tsx'
import { useStillHere } from '../../session/still-here.ts'
import { FailureNote, SubmitError } from '../../shells/failure-note.tsx'
import { ForgetAccount } from './forget-account.tsx'
import styles from './payments.module.css'
import { useFollowedState } from './use-followed-state.ts'

const verbs: Readonly<Record<AccountState, Text>> = {
  '': msg('Connect account'),
  pending: msg('Continue at the payment provider'),
  inverification: msg('Open at the payment provider'),
  completed: msg('Update at the payment provider'),
  failed: msg('Open at the payment provider'),
}

type AccountActsProps = { companyId: string; kind: string; state: AccountState }

/** What an agency's owner can do about its payment account; other users are told who can. */
export function AccountActs({ companyId, kind, state }: AccountActsProps) {
  const t = useT()
  const [isForgetting, setForgetting] = useState(false)
  const check = useCall(checkConnectedAccount, { params: { companyId, systemId: '' } }, { alwaysFresh: true })
  useFollowedState(check.data?.data.accountState, state)
  const isHere = useStillHere()
  const link = useAction(getAccountLink, {
    invalidates: [readAccess, readStanding],
    onDone: ({ data }) => {
      if (isHere()) window.location.assign(data.url)
    },
  })
  if (check.error && !check.data) return <FailureNote failure={check.error} onRetry={check.refetch} />
  if (kind !== 'agencyOwner') return <p>{t('The agency owner connects the account.')}</p>
  if (!check.data) return null
  const now = check.data.data.accountState
  if (now === '' && !check.data.data.can_connect)
    return <p>{t('Payments are settled manually here; there is no account to connect.')}</p>
  return (
    <>
      <SubmitError failure={link.error} />
      <div className={styles.acts}>
        <Button loading={link.isPending} onClick={() => link.mutate({ body: { companyId } })}>
          {t(verbs[now])}
        </Button>
        {(now !== '' || state !== '') && (
          <Button variant="default" onClick={() => setForgetting(true)}>
            {t('Disconnect')}
          </Button>
        )}
      </div>
      {isForgetting && <ForgetAccount companyId={companyId} type="agency" onClose={() => setForgetting(false)} />}
    </>
  )
}
