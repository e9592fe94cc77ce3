import type { changeColleague, inviteColleague, removeColleague } from '#contract/people/team.ts'
import { recordActivity } from '#server/areas/activity/record-activity.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { newId } from '#server/platform/ids.ts'
import { addUser } from '../add-user.ts'
import { assertAddressUnseen } from '../claim-address.ts'
import { invalidateCallers, removePerson } from '../members/change-member.ts'
import { invitationEnd_ms, sendInvitation } from '../members/send-invitation.ts'
import { assertMayGive, findColleague, storedRights } from './colleagues.ts'

export const handleInviteColleague: Handler<typeof inviteColleague> = async ({ body }, call) => {
  assertMayGive(call, body.rights)
  const id = newId(call.platform.clock.now())
  await call.inScope(async (tx) => {
    await assertAddressUnseen(tx, body.email, 'email')
    await addColleague(tx, call, id, body)
    await sendInvitation(tx, call, { userId: id, email: body.email, fullName: body.full_name })
    await log(tx, call, 'team.colleagueInvited', id, { rights: body.rights.join(' ') })
  })
  return { result: 'success', message: 'The invitation was sent.', data: { id } }
}

async function addColleague(
  tx: Tx,
  call: SignedInCall,
  id: string,
  { full_name, email, rights }: Parameters<typeof handleInviteColleague>[0]['body'],
): Promise<void> {
  const { companyId, rootId, agencyId, clientId, rights: ownRights } = call.caller
  await addUser(tx, call.platform.clock.now(), {
    id,
    companyId,
    rootId,
    agencyId,
    clientId,
    kind: 'client',
    name: full_name,
    email,
    passwordHash: null,
    // Whether the company may manage campaigns is its agency's choice, which is stored with each of its people.
    permissions: { ...storedRights(rights), ...(ownRights?.mayManageCampaigns && { 'campaign.create': true }) },
    invitedUntil_ms: invitationEnd_ms(call),
  })
}

export const handleChangeColleague: Handler<typeof changeColleague> = async ({ params, body }, call) => {
  assertMayGive(call, body.rights)
  await call.inScope(async (tx) => {
    const { id, permissions } = await findColleague(tx, call, params.id)
    const manages = permissions['campaign.create'] === true
    await tx.query('update app_user set permissions = $2 where id = $1', [
      id,
      JSON.stringify({ ...storedRights(body.rights), ...(manages && { 'campaign.create': true }) }),
    ])
    await invalidateCallers(tx, call.platform, id)
    await log(tx, call, 'team.colleagueChanged', id, { rights: body.rights.join(' ') })
  })
  return { result: 'success', message: 'The rights were saved.' }
}

export const handleRemoveColleague: Handler<typeof removeColleague> = async ({ params }, call) => {
  await call.inScope(async (tx) => {
    const { id } = await findColleague(tx, call, params.id)
    await removePerson(tx, call.platform, id, dateOf(call.platform.clock.now()))
    await log(tx, call, 'team.colleagueRemoved', id)
  })
  return { result: 'success', message: 'The person was removed from your team.' }
}

const log = (
  tx: Tx,
  call: SignedInCall,
  action: `team.colleague${string}`,
  id: string,
  to?: { rights: string },
): Promise<void> => recordActivity(tx, call, { action, target: { kind: 'user', id }, subjectId: id, ...(to && { to }) })
