import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { readPrivacyRequest, type PrivacyRequestDetail } from '#contract/privacy/requests.ts'
import { useCall } from '../../api/hooks.ts'
import { useFormat } from '../../i18n/format.ts'
import { isolate } from '../../i18n/isolate.ts'
import { useT } from '../../i18n/texts.tsx'
import { useMe } from '../../session/me.ts'
import { DetailList, type Detail } from '../../shells/detail-list.tsx'
import { Dialog } from '../../shells/dialog.tsx'
import { FailureNote } from '../../shells/failure-note.tsx'
import { Bdi } from '../../ui/bdi.tsx'
import { DecideDialog } from './decide-dialog.tsx'
import { ExtendDialog } from './extend-dialog.tsx'
import { kindTexts, stageTexts } from './words.ts'

/** One request with what has to be seen to decide it, and what can be done. */
export function RequestDialog({ requestId, onClose }: { requestId: string; onClose: () => void }) {
  const t = useT()
  const me = useMe()
  const { data, error, refetch } = useCall(readPrivacyRequest, { params: { id: requestId } })
  const [action, setAction] = useState<'extend' | 'decide' | null>(null)
  const request = data?.data
  const isWriter = me.may('settings.update') && me.viewEndsAt === null
  const canExtend =
    request?.stage === 'open' && request.kind !== 'opt_out' && !request.extended && (request.days_left ?? -1) >= 0
  const canDecide = request !== undefined && request.wish !== null
  const title = request ? t('Request {number}', { number: isolate(request.number) }) : t('Privacy requests')
  if (request && action === 'extend') return <ExtendDialog request={request} onClose={onClose} />
  if (request && action === 'decide') return <DecideDialog request={request} onClose={onClose} />
  return (
    <Dialog opened onClose={onClose} title={title} size="md">
      {error && !data ? <FailureNote failure={error} onRetry={refetch} /> : <Facts request={request} />}
      {isWriter && (canExtend || canDecide) && (
        <Group mt="lg" justify="flex-end" gap="xs">
          {canExtend && (
            <Button variant="default" onClick={() => setAction('extend')}>
              {t('Extend')}
            </Button>
          )}
          {canDecide && (
            <Button onClick={() => setAction('decide')}>
              {request.stage === 'appealed' ? t('Decide the appeal') : t('Answer')}
            </Button>
          )}
        </Group>
      )}
    </Dialog>
  )
}

function Facts({ request }: { request: PrivacyRequestDetail | undefined }) {
  const t = useT()
  const format = useFormat()
  const day = (at: string | null | undefined) => (at ? <time dateTime={at}>{format.when(at)}</time> : null)
  const texts: Detail[] = [
    { label: t('What the person says is wrong'), value: request?.wish ?? null },
    { label: t('Why the person appeals'), value: request?.appeal ?? null },
    { label: t('Reason for the extension'), value: request?.extension_reason || null },
    { label: t('Answer to the person'), value: request?.answer || null },
    { label: t('Answer to the appeal'), value: request?.appeal_answer || null },
  ]
  const items: Detail[] = [
    { label: t('Request'), value: request ? t(kindTexts[request.kind]) : null },
    { label: t('Status'), value: request ? t(stageTexts[request.stage].text) : null },
    { label: t('Agent who asks'), value: request?.agent ? <Bdi>{request.agent}</Bdi> : null },
    { label: t('Asked on'), value: request ? <Bdi>{request.host}</Bdi> : null },
    { label: t('State'), value: request?.law ? <Bdi>{request.law}</Bdi> : null },
    { label: t('Received'), value: day(request?.received_at) },
    { label: t('Due'), value: request && request.days_left !== null ? day(request.due_at) : null },
    { label: t('Answered'), value: day(request?.done_at) },
    ...texts
      .filter(({ value }) => value !== null)
      .map(({ label, value }) => ({ label, value: <Bdi>{value}</Bdi>, wide: true })),
  ]
  return <DetailList items={items} loading={request === undefined} />
}
