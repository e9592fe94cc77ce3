import { Button, Group, Skeleton } from '@mantine/core'
import { useState } from 'react'
import type { AccountState } from '#contract/guards/access-context.ts'
import { checkSalesAccount, createSalesAccount } from '#contract/payments/accounts.ts'
import { readStanding } from '#contract/inbox/standing.ts'
import { readAccess } from '#contract/people/user.ts'
import { useAction, useCall } from '../../api/hooks.ts'
import { useT } from '../../i18n/texts.tsx'
import { useMe } from '../../session/me.ts'
import { useStillHere } from '../../session/still-here.ts'
import { FailureNote, SubmitError } from '../../shells/failure-note.tsx'
import { ForgetAccount } from './forget-account.tsx'
import { useFollowedState } from './use-followed-state.ts'

/**
 * Connects the account that a sales person's commissions are paid to. Its state is checked again on each return. One that the payment
 * provider refused or closed can be disconnected, to connect another.
 */
export function ConnectSales({ state }: { state: AccountState }) {
  const t = useT()
  const me = useMe()
  const [isForgetting, setForgetting] = useState(false)
  const check = useCall(checkSalesAccount, { params: { userId: '', systemId: '' } }, { alwaysFresh: true })
  useFollowedState(check.data?.data.accountState, state)
  const isHere = useStillHere()
  const create = useAction(createSalesAccount, {
    invalidates: [readAccess, readStanding],
    onDone: ({ data }) => {
      if (isHere()) window.location.assign(data.url)
    },
  })
  if (check.error && !check.data) return <FailureNote failure={check.error} onRetry={check.refetch} />
  if (!check.data) return <Skeleton height={36} width={180} radius="md" />
  if (!check.data.data.can_connect)
    return <p>{t('Payments are settled manually here; there is no account to connect.')}</p>
  return (
    <div>
      <SubmitError failure={create.error} />
      <Group gap="xs">
        <Button loading={create.isPending} onClick={() => create.mutate({ body: {} })}>
          {state === '' ? t('Connect account') : t('Continue at the payment provider')}
        </Button>
        {state === 'failed' && (
          <Button variant="default" onClick={() => setForgetting(true)}>
            {t('Disconnect')}
          </Button>
        )}
      </Group>
      {isForgetting && <ForgetAccount companyId={me.companyId} type="sales" onClose={() => setForgetting(false)} />}
    </div>
  )
}
