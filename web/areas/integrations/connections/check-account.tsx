import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { causeTexts } from '#contract/integrations/causes.ts'
import { getIntegration, listIntegrations } from '#contract/integrations/connections.ts'
import { checkSpreadsheetConnection } from '#contract/integrations/spreadsheets.ts'
import type { AnswerOf } from '#contract/core/operation.ts'
import { call } from '../../../api/call.ts'
import { asFailure, type CallFailure } from '../../../api/failure.ts'
import { useT } from '../../../i18n/texts.tsx'
import { SubmitError } from '../../../shells/failure-note.tsx'
import styles from './connections.module.css'

type Checked = AnswerOf<typeof checkSpreadsheetConnection>['data']

/** Asks the service whether it still grants access (S101). The documented call is a GET, but it is only made on request. */
export function CheckAccount({ companyId }: { companyId: string }) {
  const t = useT()
  const client = useQueryClient()
  const check = useMutation<{ data: Checked }, CallFailure, void>({
    mutationFn: () =>
      call(checkSpreadsheetConnection, { params: { company: companyId } }).catch((error: unknown) => {
        throw asFailure(error)
      }),
    // Where access has ended, the account's state says so now.
    onSuccess: async () => {
      const reads = [getIntegration, listIntegrations]
      await Promise.all(reads.map(({ name }) => client.invalidateQueries({ queryKey: [name] })))
    },
  })
  return (
    <>
      <Button variant="default" loading={check.isPending} onClick={() => check.mutate()}>
        {t('Check connection')}
      </Button>
      <span role="status" className={styles.checked}>
        {check.data && <Outcome checked={check.data.data} />}
      </span>
      <div className={styles.checked}>
        <SubmitError failure={check.error} />
      </div>
    </>
  )
}

function Outcome({ checked: { connected, cause } }: { checked: Checked }) {
  const t = useT()
  if (cause) return <span className={styles.cause}>{t(causeTexts[cause])}</span>
  return <>{connected ? t('The connection works.') : t(causeTexts.disconnected)}</>
}
