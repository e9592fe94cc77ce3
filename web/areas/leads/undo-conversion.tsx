import { Button } from '@mantine/core'
import { undoConversion } from '#contract/leads/conversions.ts'
import type { VisitRow } from '#contract/leads/lead.ts'
import { getLead, listLeads } from '#contract/leads/leads.ts'
import { listVisits } from '#contract/leads/visits.ts'
import { useAction } from '../../api/hooks.ts'
import { useT } from '../../i18n/texts.tsx'
import { useMe } from '../../session/me.ts'
import { notifyDone, notifyFailed } from '../../shells/notify.tsx'
import { mayCall } from '../../session/may-call.ts'

/** Shown in a conversion's row: undoes it, so that the person can become a lead again. Short, to fit a narrow column. */
export function UndoConversion({ visit }: { visit: VisitRow }) {
  const t = useT()
  const me = useMe()
  const undo = useAction(undoConversion, {
    invalidates: [getLead, listLeads, listVisits],
    onDone: () => notifyDone(t('Conversion undone. This person can become a lead again.')),
  })
  // Matches the call's permissions.
  if (!mayCall(me, undoConversion) || me.side === 'root' || (me.side === 'agency' && !me.may('campaign.update')))
    return null
  const body = { campaignId: visit.campaignId, visit_id: visit.id }
  return (
    <Button
      variant="default"
      size="compact-xs"
      aria-label={t('Undo conversion')}
      onClick={() => undo.mutate({ body }, { onError: (failure) => notifyFailed(failure.message) })}
      loading={undo.isPending}
    >
      {t('Undo')}
    </Button>
  )
}
