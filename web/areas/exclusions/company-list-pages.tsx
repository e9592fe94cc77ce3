import { purgeExclusions, undoCompanyExclusions, uploadClientExclusions } from '#contract/exclusions/lists.ts'
import { useMe } from '../../session/me.ts'
import { CreditsTable } from './credits-table.tsx'
import { ListView, type ListRights } from './list-view.tsx'
import { mayCall } from '../../session/may-call.ts'

/** Owners have every right; administrators have those of their settings permissions. */
function useSettingsRights(): Omit<ListRights, 'maySetRule'> {
  const { may } = useMe()
  return { mayUpload: may('settings.create'), mayPurge: may('settings.delete'), mayUndo: may('settings.update') }
}

/** S099: a client’s exclusion list. */
export function ClientExclusionsPage() {
  const me = useMe()
  const rights = {
    mayUpload: mayCall(me, uploadClientExclusions),
    mayPurge: mayCall(me, purgeExclusions),
    mayUndo: mayCall(me, undoCompanyExclusions),
    maySetRule: false,
  }
  return <ListView target={{ level: 'client', companyId: me.companyId }} rights={rights} />
}

/** An agency’s exclusion list, and the credits given because of the lists below it. */
export function AgencyExclusionsPage() {
  const { companyId } = useMe()
  const rights = { ...useSettingsRights(), maySetRule: false }
  return (
    <ListView target={{ level: 'agency', companyId }} rights={rights}>
      <CreditsTable companyId={companyId} />
    </ListView>
  )
}

/** S057: the operator’s exclusion list. */
export function RootExclusionsPage() {
  const { companyId, may } = useMe()
  const rights = { ...useSettingsRights(), maySetRule: may('settings.update') }
  return <ListView target={{ level: 'root', companyId }} rights={rights} />
}
