import { Alert, Button, Skeleton } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import {
  authorizeIntegration,
  finishAuthorization,
  getIntegration,
  listIntegrations,
} from '#contract/integrations/connections.ts'
import { services, type ServiceSlug } from '#contract/integrations/services.ts'
import { useAction } from '../../../api/hooks.ts'
import { useT } from '../../../i18n/texts.tsx'
import { useMe } from '../../../session/me.ts'
import { useStillHere } from '../../../session/still-here.ts'
import { SubmitError } from '../../../shells/failure-note.tsx'
import { notifyDone } from '../../../shells/notify.tsx'
import { inboxReads } from '../../inbox/inbox-reads.ts'
import styles from './connections.module.css'
import { consentCompanyKey } from './use-company.ts'

type ConsentProps = { slug: ServiceSlug; companyId: string }

/** Redirects to the service's OAuth consent page and handles the callback. */
export function Consent({ slug, companyId }: ConsentProps) {
  const t = useT()
  const { name, preparation } = services[slug]
  const came = useCameBack(slug, companyId)
  const isHere = useStillHere()
  const begin = useAction(authorizeIntegration, {
    invalidates: [],
    onDone: ({ data }) => {
      if (!isHere()) return
      // The OAuth callback does not say which company it is for, so remember it across the redirect.
      sessionStorage.setItem(consentCompanyKey, companyId)
      location.assign(data.url)
    },
  })
  if (came.isPending) return <Skeleton height={60} radius="md" />
  return (
    <div className={styles.stack}>
      {preparation && <p className={styles.facts}>{t(preparation)}</p>}
      <p className={styles.facts}>
        {t('You’ll approve access at {name}, then come back here. We never see your password.', { name })}
      </p>
      {came.isRefused && <Alert color="red">{t('Access was denied or has expired. Start again.')}</Alert>}
      {came.error && <Alert color="red">{t(came.error.message)}</Alert>}
      <SubmitError failure={begin.error} />
      <div>
        <Button
          loading={begin.isPending || begin.isSuccess}
          onClick={() => begin.mutate({ body: { company_id: companyId, integration_slug: slug } })}
        >
          {t('Continue to {name}', { name })}
        </Button>
      </div>
    </div>
  )
}

const isRefusal = (query: URLSearchParams): boolean => query.has('error') && query.has('state')

/**
 * Removes the code from the URL at once, to keep it out of the history, and sends it with the user's session. A refused
 * consent comes back with an error instead of a code.
 */
function useCameBack(slug: ServiceSlug, companyId: string) {
  const t = useT()
  const me = useMe()
  const finish = useAction(finishAuthorization, {
    invalidates: [getIntegration, listIntegrations, ...inboxReads],
    onDone: ({ message }) => notifyDone(t(message)),
  })
  const [isRefused] = useState(() => isRefusal(new URLSearchParams(location.search)))
  const isTaken = useRef(false)
  const { mutate } = finish
  // An agency stays at its client's account.
  const search = companyId === me.companyId ? '' : `?client=${companyId}`
  useEffect(() => {
    const query = new URLSearchParams(location.search)
    const code = query.get('code')
    const state = query.get('state')
    if (isTaken.current || state === null || (code === null && !isRefusal(query))) return
    isTaken.current = true
    sessionStorage.removeItem(consentCompanyKey)
    history.replaceState(history.state, '', location.pathname + search)
    if (code !== null) mutate({ body: { company_id: companyId, integration_slug: slug, code, state } })
  }, [slug, companyId, search, mutate])
  return { isPending: finish.isPending, error: finish.error, isRefused }
}
